// The window: what it knows of the table, and how what it is told comes onto the screen.

import { Composer } from "./composer.js";
import { byId, dialog, el } from "./dom.js";
import { openForm } from "./forms.js";
import { Link } from "./link.js";
import { message as shown } from "./messages.js";
import { ask, showChannels, showPeople } from "./sides.js";
import { guide, setTable } from "./start.js";
import { Why } from "./why.js";

const BOTTOM = 80; // pixels from the end that count as the end
const STATES = {
  starting: "The bot is starting …",
  online: "The bot is online",
  offline: "The bot is offline",
  failed: "The bot did not start: see the terminal",
  lost: "The room is closed. Start it again.",
};

class Table {
  constructor() {
    const wanted = new URL(location.href).searchParams;
    this.wanted = wanted.get("in");
    this.people = [];
    this.channels = [];
    this.messages = new Map();
    this.channel = null;
    this.me = null;
    this.token = "";
    this.server = "";
    this.answering = null; // the message whose button was pressed with the keyboard
    this.names = {
      user: (id) => this.people.find((person) => person.id === id)?.name,
      channel: (id) => this.channels.find((channel) => channel.id === id)?.name,
      me: null,
    };
    this.log = byId("log");
    this.composer = new Composer(this);
    this.why = new Why(this);
    this.link = new Link(wanted.get("as"), (frame) => this.told(frame));
    this.stays = true; // at the end, whatever grows or shrinks
    this.log.addEventListener("scroll", () => {
      this.stays = this.atEnd();
      if (this.stays) byId("newest").hidden = true;
    });
    this.log.addEventListener("load", () => this.stays && this.toEnd(), true);
    new ResizeObserver(() => this.stays && this.toEnd()).observe(this.log);
    byId("newest").addEventListener("click", () => this.toEnd());
    byId("set-table").addEventListener("click", () => setTable(this));
    byId("help").addEventListener("click", help);
    byId("dms").addEventListener("change", (event) => this.act("take dms", { on: event.target.checked }));
    byId("restart").addEventListener("click", () => {
      ask("Restart the bot", [el("p", {}, "It is killed in mid-sentence and started again. Nothing ruled is lost.")],
        "Kill and start", () => this.ask("restart"));
    });
    byId("show-channels").addEventListener("click", (event) => {
      const opens = document.body.classList.toggle("channels-open");
      event.currentTarget.setAttribute("aria-expanded", String(opens));
    });
    document.addEventListener("keydown", (event) => this.key(event));
  }

  // -- what others need

  get here() {
    return this.channels.find((channel) => channel.id === this.channel);
  }

  ask(what, fields) {
    return this.link.ask(what, fields);
  }

  // Ask for something whose refusal is said above the message line, and open the form that may come of it.
  async act(what, fields) {
    try {
      this.answered(await this.ask(what, fields));
    } catch (error) {
      this.notice(error.message);
    }
  }

  answered(answer) {
    if (!answer.form) return;
    openForm(answer, this, async (fields) => {
      this.answered(await this.ask("submit", { form: answer.form, fields }));
    });
  }

  async press(told, component, values, byKeyboard) {
    this.answering = byKeyboard ? told.id : null;
    try {
      this.answered(await this.ask("press", { message: told.id, component, values }));
    } catch (error) {
      const body = byId(`message-${told.id}`)?.querySelector(".body");
      if (body) body.append(el("p", { class: "problem", role: "alert" }, error.message));
      else this.notice(error.message);
    }
  }

  dismiss(told) {
    this.act("dismiss", { message: told.id });
    this.log.focus();
  }

  notice(text) {
    byId("notice").textContent = text;
    byId("notice").hidden = !text;
  }

  person(id) {
    return this.people.find((person) => person.id === id) ?? { id, name: "Somebody", role: "stranger" };
  }

  users() {
    return this.people.map((person) => ({ label: person.name, value: person.id }));
  }

  address(name) {
    const to = new URL("/", location.href);
    to.searchParams.set("as", name);
    if (this.here && this.here.kind !== "direct") to.searchParams.set("in", this.channel);
    return to.href;
  }

  file(id) {
    return `/files/${encodeURIComponent(this.token)}/${encodeURIComponent(id)}`;
  }

  // -- being told

  told(frame) {
    switch (frame.what) {
      case "hello":
        this.hello(frame);
        break;
      case "people":
        this.people = frame.people;
        byId("dms").checked = frame.takes_dms;
        showPeople(this);
        break;
      case "channels":
        this.channelsAre(frame.channels);
        break;
      case "message":
      case "edit":
        this.said(frame.message, frame.what === "message");
        break;
      case "delete":
        this.messages.delete(frame.id);
        byId(`message-${frame.id}`)?.remove();
        break;
      case "why":
        this.why.told(frame.message);
        break;
      case "bot":
        this.bot(frame.state);
        break;
      case "lost":
        this.bot("lost");
        break;
      case "nobody":
        this.nobody(frame);
        break;
    }
  }

  hello(frame) {
    Object.assign(this, { me: frame.me, token: frame.token, server: frame.server, people: frame.people });
    this.names.me = frame.me;
    this.link.as = this.person(frame.me).name;
    byId("dms").checked = frame.takes_dms;
    this.bot(frame.bot);
    showPeople(this);
    this.channelsAre(frame.channels);
    const first = frame.channels.find((channel) => channel.id === (this.channel ?? this.wanted));
    this.open((first ?? frame.channels[0]).id);
  }

  nobody(frame) {
    this.people = frame.people;
    showPeople(this);
    byId("where").textContent = "Nobody";
    this.log.replaceChildren(
      el("p", { class: "guide" }, `Nobody here is called “${frame.name}”. Choose somebody at the top, who can be added there too.`),
    );
  }

  bot(state) {
    byId("bot").textContent = STATES[state];
    byId("bot").dataset.state = state;
    if (state === "online") this.composer.commands = [];
  }

  channelsAre(channels) {
    const unread = new Map(this.channels.map((channel) => [channel.id, channel.unread]));
    this.channels = channels.map((channel) => ({ ...channel, unread: unread.get(channel.id) ?? 0 }));
    showChannels(this);
    if (this.channel && !this.here) this.open(channels[0].id);
  }

  async open(id) {
    this.channel = id;
    const answer = await this.ask("open", { channel: id }).catch(() => null);
    if (answer === null || this.channel !== id) return;
    document.body.classList.remove("channels-open");
    byId("show-channels").setAttribute("aria-expanded", "false");
    if (this.here) this.here.unread = 0;
    const direct = this.here?.kind === "direct";
    const name = this.here?.name ?? "";
    byId("where").textContent = direct ? "With the bot, privately" : `# ${name}`;
    document.title = `${this.person(this.me).name} in ${direct ? "direct messages" : name} – Rehearsal room`;
    this.log.setAttribute("aria-label", direct ? "Direct messages" : `Messages in ${name}`);
    this.messages = new Map();
    this.log.replaceChildren();
    this.older(answer);
    if (!answer.messages.length && !direct) this.log.append(guide(this));
    showChannels(this);
    showPeople(this);
    this.composer.moved();
    this.toEnd();
    this.why.stale();
  }

  // A page of messages that goes above what is there.
  older({ messages, more }) {
    this.log.querySelector(".earlier")?.remove();
    this.messages = new Map([...messages.map((told) => [told.id, told]), ...this.messages]);
    this.log.prepend(...messages.map((told) => shown(told, this)));
    if (!more) return;
    const load = async () => {
      const first = this.log.querySelector("article");
      this.older(await this.ask("open", { channel: this.channel, before: messages[0].id }));
      first?.scrollIntoView();
      first?.focus();
    };
    this.log.prepend(el("p", { class: "earlier" }, el("button", { type: "button", onclick: load }, "Earlier messages")));
  }

  said(told, isNew) {
    const channel = this.channels.find((each) => each.id === told.channel);
    if (told.channel !== this.channel) {
      if (channel && isNew && told.author !== this.me) {
        channel.unread += 1;
        showChannels(this);
      }
      return;
    }
    const old = byId(`message-${told.id}`);
    if (!old && !isNew) return;
    const stays = this.stays || (isNew && (told.only_you || told.author === this.me));
    this.messages.set(told.id, told);
    const node = shown(told, this);
    if (old) this.replace(old, node);
    else {
      this.log.querySelector(".guide")?.remove();
      this.log.append(node);
      if (this.answering && told.about === this.answering) {
        this.answering = null;
        node.focus();
      }
    }
    if (stays) this.toEnd();
    else if (isNew) byId("newest").hidden = false;
    if (!told.only_you) this.why.stale();
  }

  // Keep the focus where it is: on the same button if it is still there, else on the message.
  replace(old, node) {
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    old.replaceWith(node);
    if (!focused) return;
    const key = focused.dataset.key;
    const same = key && node.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const name = (control) => control.getAttribute("aria-label")?.split(":")[0] ?? control.textContent;
    (same && name(same) === name(focused) && !same.disabled ? same : node).focus({ preventScroll: true });
  }

  // -- the screen

  atEnd() {
    return this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < BOTTOM;
  }

  toEnd() {
    this.stays = true;
    this.log.scrollTop = this.log.scrollHeight;
    byId("newest").hidden = true;
  }

  key(event) {
    if (!event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog")) return;
    const messages = [...this.log.querySelectorAll("article")];
    const at = messages.indexOf(document.activeElement?.closest("article"));
    const moves = { ArrowUp: at < 0 ? messages.length - 1 : Math.max(0, at - 1), ArrowDown: at < 0 ? messages.length - 1 : at + 1 };
    if (event.key in moves) {
      event.preventDefault();
      const next = messages[moves[event.key]];
      if (next) next.focus();
      else (this.composer.fields[0]?.input ?? this.composer.input).focus();
    } else if (event.key === "m" || event.key === "M") {
      event.preventDefault();
      (this.composer.fields[0]?.input ?? this.composer.input).focus();
    }
  }
}

function help() {
  const keys = [
    ["Alt + ↑, Alt + ↓", "from message to message; Tab then goes to its buttons"],
    ["Alt + M", "to the message line"],
    ["/", "in the message line: the commands; ↑ ↓ choose, Enter or Tab takes"],
    ["Enter", "sends; Escape leaves a command; Backspace in an empty option drops it"],
    ["Space, ↑ ↓, Enter", "open a menu on a message, move in it, choose"],
  ];
  const opened = dialog(
    "Keys",
    el("dl", { class: "keys" }, keys.map(([key, what]) => el("div", {}, el("dt", {}, key), el("dd", {}, what)))),
    el("button", { type: "button", class: "press main", onclick: () => opened.close() }, "Close"),
  );
}

new Table();
