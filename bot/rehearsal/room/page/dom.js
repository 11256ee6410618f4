// Building elements. Text only ever becomes text: nothing here, or anywhere in the room, reads markup from a string.

export function el(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else made.setAttribute(name, String(value));
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

export const byId = (id) => document.getElementById(id);

export const button = (label, onclick, props = {}) => el("button", { type: "button", onclick, ...props }, label);

let made = 0;

// An id for elements that refer to one another.
export function fresh(prefix) {
  made += 1;
  return `${prefix}-${made}`;
}

// A dialog that traps the focus, closes with Escape and is thrown away afterwards.
export function dialog(title, ...content) {
  const heading = fresh("heading");
  const opened = el("dialog", { "aria-labelledby": heading }, el("h2", { id: heading }, title), ...content);
  opened.addEventListener("close", () => opened.remove());
  document.body.append(opened);
  opened.showModal();
  return opened;
}
