// The message line. What begins with a slash becomes a command: its options are filled in any order, each with what
// the bot offers at this moment.

import { byId, button, el, fresh } from "./dom.js";
import { ListBox } from "./listbox.js";

const PAUSE = 120; // milliseconds after a key before the bot is asked again
const [STRING, INTEGER, BOOLEAN, USER, CHANNEL, MENTIONABLE, NUMBER] = [3, 4, 5, 6, 7, 9, 10];
const MOST_SHOWN = 25;

export class Composer {
  constructor(table) {
    this.table = table;
    this.input = byId("input");
    this.form = byId("composer");
    this.group = byId("command");
    this.box = new ListBox(byId("offers"), (item) => item.take());
    this.commands = [];
    this.command = null;
    this.fields = [];
    this.asked = 0;
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("blur", () => this.box.hide());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  // The channel changed: other commands may be allowed there.
  moved() {
    this.commands = [];
    this.leave();
  }

  async known() {
    if (!this.commands.length) {
      this.commands = (await this.table.ask("commands", { channel: this.table.channel })).commands;
    }
    return this.commands;
  }

  // -- the plain line

  async typed() {
    const text = this.input.value;
    if (!text.startsWith("/")) {
      this.box.hide();
      return;
    }
    const commands = await this.known();
    if (this.input.value !== text || this.command) return;
    const wanted = text.slice(1).toLowerCase();
    const whole = commands.find((each) => wanted.startsWith(`${each.name} `));
    if (whole) { // unless it is a line with options in it, which is sent as it is
      if (!text.includes(":")) this.enter(whole, text.slice(whole.name.length + 2));
      this.box.hide();
      return;
    }
    const words = wanted.split(/\s+/).filter(Boolean);
    const fits = commands.filter((each) => words.every((word) => each.name.includes(word)));
    fits.sort((one, other) => Number(other.name.startsWith(wanted)) - Number(one.name.startsWith(wanted)));
    this.box.show(
      fits.slice(0, MOST_SHOWN).map((each) => ({
        label: `/${each.name}`,
        note: each.description,
        take: () => this.enter(each),
      })),
      this.input,
    );
  }

  key(event) {
    if (event.isComposing || this.box.key(event)) return;
    if (this.box.isOpen && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      this.box.pick();
    } else if (event.key === "Escape") {
      this.box.hide();
    }
  }

  // -- a command and its options

  // Begin to type a command, by name or as known; `rest` is what was typed after it already.
  async enter(command, rest = "") {
    const found = typeof command === "string" ? (await this.known()).find((each) => each.name === command) : command;
    if (!found) return;
    this.box.hide();
    this.command = found;
    this.fields = [];
    this.more = el("span", { class: "more" });
    this.group.setAttribute("aria-label", `/${found.name}: ${found.description}`);
    this.group.replaceChildren(
      el("span", { class: "chip", title: found.description }, `/${found.name}`),
      this.more,
      button("×", () => this.leave(true), { class: "link", "aria-label": "Leave this command" }),
    );
    this.group.hidden = false;
    this.input.hidden = true;
    this.input.value = "";
    for (const option of found.options) if (option.required) this.add(option);
    this.offerMore();
    const first = this.fields[0]?.input;
    if (first && rest.trim()) first.value = rest.trim();
    (first ?? byId("send")).focus(); // so that Enter sends what needs nothing more
  }

  offerMore() {
    const left = this.command.options.filter((option) => !this.fields.some((field) => field.option === option));
    this.more.replaceChildren(
      ...left.map((option) =>
        button(
          `+ ${option.name}`,
          () => {
            this.add(option).input.focus();
            this.offerMore();
          },
          { class: "link", title: option.description, "aria-label": `Add ${option.name}: ${option.description}` },
        ),
      ),
    );
  }

  add(option) {
    const id = fresh("option");
    const hint = el("span", { class: "unseen", id: `${id}-hint` }, option.description);
    const input = el("input", {
      type: "text",
      id,
      role: "combobox",
      "aria-expanded": "false",
      "aria-controls": "offers",
      "aria-autocomplete": "list",
      "aria-describedby": hint.id,
      "aria-required": String(option.required),
      autocomplete: "off",
      inputmode: option.type === INTEGER ? "numeric" : option.type === NUMBER ? "decimal" : null,
      maxlength: option.max_length ?? 6000,
      title: option.description,
    });
    const field = { option, input, value: null, timer: 0, isStale: false, enters: 0 };
    field.node = el("span", { class: "option" }, el("label", { for: id }, option.name), input, hint);
    const offer = () => this.offer(field);
    input.addEventListener("focus", offer);
    input.addEventListener("input", () => {
      field.value = null;
      field.isStale = option.autocomplete || this.fixed(option).length > 0;
      field.enters = 0;
      clearTimeout(field.timer);
      field.timer = setTimeout(offer, option.autocomplete ? PAUSE : 0);
    });
    input.addEventListener("blur", () => this.box.hide());
    input.addEventListener("keydown", (event) => this.optionKey(event, field));
    this.fields.push(field);
    this.group.insertBefore(field.node, this.more);
    return field;
  }

  optionKey(event, field) {
    if (event.isComposing || this.box.key(event)) return;
    const listed = this.box.isOpen;
    if (event.key === "Enter" || (event.key === "Tab" && listed && !event.shiftKey)) {
      event.preventDefault();
      if (field.isStale) field.enters += 1; // counts once the bot has said what fits what was typed
      else if (listed) this.box.pick();
      else this.send();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (listed) this.box.hide();
      else this.leave(true);
    } else if (event.key === "Backspace" && field.input.value === "" && !event.repeat) {
      event.preventDefault();
      this.drop(field);
    }
  }

  drop(field) {
    if (field.option.required) {
      this.leave(true);
      return;
    }
    const number = this.fields.indexOf(field);
    this.fields.splice(number, 1);
    field.node.remove();
    this.offerMore();
    (this.fields[number - 1]?.input ?? this.more.querySelector("button")).focus();
  }

  // What may stand in a field: fixed choices, people, channels, or what the bot offers.
  async offer(field) {
    const { option, input } = field;
    const text = input.value;
    let choices = this.fixed(option);
    if (option.autocomplete) {
      this.asked += 1;
      const now = this.asked;
      try {
        const answer = await this.table.ask("complete", {
          channel: this.table.channel,
          command: this.command.name,
          option: option.name,
          text,
          options: this.values(field),
        });
        choices = answer.choices;
      } catch {
        choices = [];
        this.table.notice(`Loading what may stand in ${option.name} failed.`);
      }
      if (now !== this.asked) return;
    } else {
      choices = choices.filter((choice) => choice.name.toLowerCase().includes(text.toLowerCase()));
    }
    if (input.value === text) field.isStale = false;
    if (document.activeElement !== input || field.value !== null) return;
    if (field.enters && !field.isStale) {
      const sends = field.enters > 1;
      field.enters = 0;
      this.box.hide();
      if (choices.length) this.take(field, choices[0]);
      if (sends) this.send();
      return;
    }
    this.box.show(
      choices.slice(0, MOST_SHOWN).map((choice) => ({ label: choice.name, take: () => this.take(field, choice) })),
      input,
    );
  }

  fixed(option) {
    if (option.choices) return option.choices;
    if (option.type === BOOLEAN) return ["True", "False"].map((name) => ({ name, value: name === "True" }));
    if (option.type === USER || option.type === MENTIONABLE) {
      return this.table.users().map((user) => ({ name: user.label, value: user.value }));
    }
    if (option.type === CHANNEL) return this.table.channels.map((each) => ({ name: `#${each.name}`, value: each.id }));
    return [];
  }

  take(field, choice) {
    field.input.value = choice.name;
    field.value = choice.value;
    this.box.hide();
    const next = this.fields.find((each) => each.option.required && each.input.value === "");
    next?.input.focus();
  }

  values(without = null) {
    const filled = this.fields.filter((field) => field !== without && field.input.value.trim() !== "");
    return Object.fromEntries(filled.map((field) => [field.option.name, field.value ?? field.input.value.trim()]));
  }

  // Put the command away; `stays`: the focus goes back to the line.
  leave(stays = false) {
    this.box.hide();
    this.command = null;
    this.fields = [];
    this.group.hidden = true;
    this.group.replaceChildren();
    this.input.hidden = false;
    if (stays) this.input.focus();
  }

  async send() {
    const missing = this.fields.find((field) => field.option.required && field.input.value.trim() === "");
    if (missing) {
      missing.input.focus();
      this.table.notice(`/${this.command.name} needs ${missing.option.name}.`);
      return;
    }
    const { channel } = this.table;
    this.table.notice("");
    if (this.command) {
      const asked = { channel, command: this.command.name, options: this.values() };
      this.leave(true);
      await this.table.act("use", asked);
    } else if (this.input.value.trim()) {
      const text = this.input.value;
      this.input.value = "";
      this.box.hide();
      await this.table.act("say", { channel, text });
    }
  }
}
