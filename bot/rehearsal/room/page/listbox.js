// Lists to choose from with the keyboard: the suggestions above the message line, and the menus on messages.

import { el, fresh } from "./dom.js";

// Options in a `ul`; the focus stays on whoever owns the list, which names the active option to screen readers.
export class ListBox {
  constructor(list, picked) {
    this.list = list;
    this.picked = picked;
    this.items = [];
    this.active = -1;
    this.owner = null;
  }

  // Items are {label, note?, chosen?, ...}; `owner` is the element that has the focus.
  show(items, owner, active = 0) {
    this.hide();
    this.items = items;
    this.owner = owner;
    this.list.replaceChildren(
      ...items.map((item, number) =>
        el(
          "li",
          {
            role: "option",
            id: fresh("option"),
            "aria-selected": "false",
            onpointerdown: (event) => event.preventDefault(),
            onclick: () => this.pick(number),
          },
          el("span", { class: "mark", "aria-hidden": "true" }, item.chosen ? "✓" : ""),
          el("span", { class: "label" }, item.label, item.chosen ? el("span", { class: "unseen" }, " (chosen)") : null),
          item.note ? el("span", { class: "note" }, item.note) : null,
        ),
      ),
    );
    this.list.hidden = items.length === 0;
    owner.setAttribute("aria-expanded", String(items.length > 0));
    this.move(active, false);
  }

  hide() {
    this.list.hidden = true;
    this.items = [];
    this.active = -1;
    if (this.owner) {
      this.owner.setAttribute("aria-expanded", "false");
      this.owner.removeAttribute("aria-activedescendant");
    }
    this.owner = null;
  }

  get isOpen() {
    return !this.list.hidden;
  }

  move(to, scrolls = true) {
    const options = this.list.children;
    if (!options.length) return;
    options[this.active]?.setAttribute("aria-selected", "false");
    this.active = (to + options.length) % options.length;
    const active = options[this.active];
    active.setAttribute("aria-selected", "true");
    this.owner.setAttribute("aria-activedescendant", active.id);
    if (scrolls) active.scrollIntoView({ block: "nearest" });
  }

  pick(number = this.active) {
    const item = this.items[number];
    if (item) this.picked(item);
  }

  // Whether the key was for the list.
  key(event) {
    if (!this.isOpen) return false;
    const moves = { ArrowDown: this.active + 1, ArrowUp: this.active - 1, PageDown: -1, PageUp: 0 };
    if (event.key in moves) this.move(moves[event.key]);
    else return false;
    event.preventDefault();
    return true;
  }
}

// A menu on a message: a button that opens a list. `chosen` gets the values once they are settled.
export function menu(component, users, chosen, props = {}) {
  const most = component.max_values ?? 1;
  const options = (component.options ?? users).map((option) => ({ ...option, note: option.description }));
  let picked = options.filter((option) => option.default).map((option) => option.value);
  const list = el("ul", { role: "listbox", id: fresh("menu"), hidden: true, class: "menu-list" });
  const name = component.placeholder ?? "Choose";
  const caption = () => {
    const labels = options.filter((option) => picked.includes(option.value)).map((option) => option.label);
    return labels.join(", ");
  };
  const said = el("span", { class: "picked" }, caption() || name);
  const owner = el(
    "button",
    {
      type: "button",
      class: "menu",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-controls": list.id,
      "aria-label": caption() ? `${name}: ${caption()}` : name,
      disabled: component.disabled,
      ...props,
    },
    el("span", { class: "title" }, caption() ? `${name}: ` : ""),
    said,
    el("span", { class: "arrow", "aria-hidden": "true" }, "▾"),
  );
  list.setAttribute("aria-label", name);
  if (most > 1) list.setAttribute("aria-multiselectable", "true");
  const before = picked.join();
  const box = new ListBox(list, (item) => {
    if (most === 1) {
      box.hide();
      chosen([item.value], owner);
      return;
    }
    const without = picked.filter((value) => value !== item.value);
    picked = without.length < picked.length ? without : [...picked, item.value].slice(-most);
    open(box.active);
  });
  const open = (active) => {
    const items = options.map((option) => ({ ...option, chosen: picked.includes(option.value) }));
    const first = items.findIndex((item) => item.chosen);
    box.show(items, owner, active ?? Math.max(0, first));
    list.scrollIntoView({ block: "nearest" });
    list.children[box.active]?.scrollIntoView({ block: "nearest" });
  };
  const close = () => {
    if (!box.isOpen) return;
    box.hide();
    if (most > 1 && picked.join() !== before && picked.length >= (component.min_values ?? 1)) chosen(picked, owner);
  };
  owner.addEventListener("click", () => (box.isOpen ? close() : open()));
  owner.addEventListener("blur", close);
  owner.addEventListener("keydown", (event) => {
    if (box.key(event)) return;
    if (box.isOpen && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      box.pick();
    } else if (box.isOpen && event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (!box.isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      open();
    } else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const wanted = event.key.toLowerCase();
      const from = box.isOpen ? box.active + 1 : 0;
      const order = options.map((_, number) => (from + number) % options.length);
      const found = order.find((number) => options[number].label.toLowerCase().startsWith(wanted));
      if (found !== undefined) (box.isOpen ? box.move(found) : open(found));
    }
  });
  return el("div", { class: "menu-box" }, owner, list);
}
