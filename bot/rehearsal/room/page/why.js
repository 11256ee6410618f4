// The panel beside the table: what the bot rules and why, as far as this person may know it. It is the bot's own
// answer to its history command, asked for again after every ruling while the panel is open.

import { button, byId, el } from "./dom.js";
import { inline } from "./markdown.js";
import { fill } from "./messages.js";

const PAUSE = 300; // milliseconds after a message, so that one question serves several

export class Why {
  constructor(table) {
    this.table = table;
    this.panel = byId("why");
    this.toggle = byId("show-why");
    this.timer = 0;
    this.body = el("div", { class: "rulings", "aria-live": "polite" });
    this.panel.append(
      el("div", { class: "row" }, el("h2", {}, "Why?"), button("Close", () => this.show(false), { class: "link" })),
      el("p", { class: "small" }, "The last rulings, as far as you may know them."),
      this.body,
    );
    this.toggle.addEventListener("click", () => this.show(this.panel.hidden));
  }

  show(opens) {
    this.panel.hidden = !opens;
    this.toggle.setAttribute("aria-expanded", String(opens));
    if (opens) this.ask();
    else {
      this.table.ask("why", { channel: null }).catch(() => {});
      this.toggle.focus();
    }
  }

  // Something was said in the channel, or another channel is open.
  stale() {
    if (this.panel.hidden) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), PAUSE);
  }

  async ask() {
    try {
      await this.table.ask("why", { channel: this.table.channel });
    } catch (error) {
      this.body.replaceChildren(el("p", {}, error.message));
    }
  }

  told(message) {
    this.body.replaceChildren();
    if (!message || message.thinking) return;
    const rulings = message.content.split("\n").filter(Boolean);
    this.body.append(...rulings.map((ruling) => el("p", { class: "ruling" }, inline(ruling, this.table.names))));
    fill(this.body, { ...message, content: "" }, this.table, true);
  }
}
