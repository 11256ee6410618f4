// One message as a DOM node: who, when, what, its pictures, its buttons and menus.
//
// `table` is what main.js keeps: people, channels, and what can be done (`press`, `dismiss`, `open`).

import { button, el } from "./dom.js";
import { menu } from "./listbox.js";
import { inline, markdown } from "./markdown.js";

const PINNED = 6;
const THREAD_MADE = 18;
const BUTTON_STYLES = { 1: "main", 2: "plain", 3: "go", 4: "stop" };
const USERS = 5;
const MENTIONABLES = 7;

export function message(told, table) {
  const author = table.person(told.author);
  const body = el("div", { class: "body" });
  const node = el(
    "article",
    {
      class: ["message", told.only_you && "only-you", calls(told, table) && "calls-me"].filter(Boolean).join(" "),
      id: `message-${told.id}`,
      tabindex: "-1",
      "aria-label": `${author.name}${told.only_you ? ", only you can see this" : ""}`,
    },
    about(told, table),
    el("div", { class: `portrait c${Number(BigInt(told.author) % 8n)}`, "aria-hidden": "true" }, author.name.slice(0, 1)),
    el(
      "div",
      { class: "head" },
      el("span", { class: "author" }, author.name),
      author.role === "bot" ? el("span", { class: "tag" }, "App") : null,
      time(told.at),
      told.pinned ? el("span", { class: "tag" }, "pinned") : null,
      calls(told, table) ? el("span", { class: "tag" }, "calls you") : null,
    ),
    body,
  );
  if (told.kind === PINNED) body.append(el("p", { class: "small" }, "pinned a message to this channel."));
  else if (told.kind === THREAD_MADE) body.append(el("p", {}, `started a thread: ${told.content}`));
  else if (told.thinking) body.append(el("p", { class: "small" }, `${author.name} is thinking …`));
  else fill(body, told, table);
  if (told.thread) body.append(button("Open the thread", () => table.open(told.thread)));
  if (told.only_you) {
    body.append(
      el(
        "p",
        { class: "small" },
        "Only you can see this · ",
        button("Dismiss", () => table.dismiss(told), { class: "link", "aria-label": "Dismiss this message" }),
      ),
    );
  }
  return node;
}

function calls(told, table) {
  return told.calls.includes(table.me);
}

// The line above: which command was used, or which message's button was pressed.
function about(told, table) {
  if (told.used) {
    return el("p", { class: "about" }, `${table.person(told.used.by).name} used /${told.used.command}`);
  }
  if (told.kind === PINNED || told.about === null) return null;
  const other = table.messages.get(told.about);
  if (!other) return null;
  return el("p", { class: "about" }, `in answer to ${table.person(other.author).name}, ${shortTime(other.at)}`);
}

function shortTime(at) {
  return new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(new Date(at));
}

function time(at) {
  return el("time", { datetime: at, title: new Date(at).toLocaleString() }, shortTime(at));
}

// What a message says and holds. The panel uses it too: there menus lie open.
export function fill(body, told, table, liesOpen = false) {
  if (told.content) {
    const text = markdown(told.content, table.names);
    if (told.edited) (text.at(-1) ?? body).append(" ", el("span", { class: "small" }, "(edited)"));
    body.append(...text);
  }
  const shown = { told, table, liesOpen };
  body.append(...told.embeds.map((embed) => embedded(embed, shown)));
  const inside = told.components.length ? JSON.stringify(told.components) + JSON.stringify(told.embeds) : "";
  const loose = told.attachments.filter((file) => !inside.includes(`attachment://${file.filename}`));
  body.append(...loose.map((file) => attached(file, table)));
  if (told.components.length) {
    body.append(el("div", { class: "components" }, told.components.map((each) => component(each, shown))));
  }
}

// -- pictures and files: from this room only, never from elsewhere

function source(address, { told, table }) {
  const name = /^attachment:\/\/(.+)$/.exec(address ?? "");
  const id = /\/attachments\/\d+\/(\d+)\//.exec(address ?? "");
  const file = told.attachments.find((each) => (name ? each.filename === name[1] : id && each.id === id[1]));
  return file ? table.file(file.id) : null;
}

function picture(address, description, shown, props = {}) {
  const from = source(address, shown);
  if (from) return el("img", { src: from, alt: description ?? "", loading: "lazy", ...props });
  return el("span", { class: "small" }, `(picture elsewhere: ${description || address})`);
}

function attached(file, table) {
  if (file.content_type?.startsWith("image/")) {
    return el("img", { src: table.file(file.id), alt: file.description ?? file.filename, class: "attached" });
  }
  return el("p", {}, el("a", { href: table.file(file.id), download: file.filename }, file.description ?? file.filename));
}

function embedded(embed, shown) {
  const { names } = shown.table;
  const node = el(
    "div",
    { class: "embed" },
    embed.author ? el("p", { class: "small" }, embed.author.name) : null,
    embed.title ? el("p", { class: "heading h3" }, inline(embed.title, names)) : null,
    embed.description ? markdown(embed.description, names) : null,
    embed.fields?.length
      ? el(
          "dl",
          {},
          embed.fields.map((field) =>
            el(
              "div",
              { class: field.inline ? "inline" : "" },
              el("dt", {}, inline(field.name, names)),
              el("dd", {}, markdown(field.value, names)),
            ),
          ),
        )
      : null,
    embed.image ? picture(embed.image.url, embed.image.description, shown) : null,
    embed.thumbnail ? picture(embed.thumbnail.url, embed.thumbnail.description, shown, { class: "thumbnail" }) : null,
    embed.footer ? el("p", { class: "small" }, embed.footer.text) : null,
  );
  accent(node, embed.color);
  return node;
}

function accent(node, colour) {
  if (Number.isInteger(colour)) {
    node.style.setProperty("--accent", `#${colour.toString(16).padStart(6, "0")}`);
  }
}

// -- components (Components, "Component Types")

function component(each, shown) {
  const { table, told } = shown;
  const inside = (parts) => (parts ?? []).map((part) => component(part, shown));
  switch (each.type) {
    case 1:
      return el("div", { class: "row" }, inside(each.components));
    case 2:
      return pressable(each, shown);
    case 3:
    case USERS:
    case MENTIONABLES:
      if (shown.liesOpen && each.options) return openMenu(each, shown);
      return menu(each, table.users(), (values, owner) => press(each, shown, values, owner), { "data-key": each.id });
    case 9:
      return el(
        "div",
        { class: "section" },
        el("div", {}, inside(each.components)),
        each.accessory ? component(each.accessory, shown) : null,
      );
    case 10:
      return el("div", { class: "text" }, markdown(each.content, table.names));
    case 11:
      return picture(each.media.url, each.description, shown, { class: "thumbnail" });
    case 12:
      return el(
        "div",
        { class: "gallery" },
        each.items.map((item) => picture(item.media.url, item.description, shown)),
      );
    case 13: {
      const file = told.attachments.find((one) => each.file.url === `attachment://${one.filename}`);
      return file ? attached(file, table) : el("p", { class: "small" }, "(a file that is gone)");
    }
    case 14:
      return el("hr", { class: each.divider === false ? "unseen-line" : "" });
    case 17: {
      const container = el("div", { class: "container" }, inside(each.components));
      accent(container, each.accent_color);
      return container;
    }
    default:
      return el("p", { class: "small" }, `(a component of type ${each.type}, which this room does not show)`);
  }
}

function pressable(each, shown) {
  const label = [each.emoji?.name, each.label].filter(Boolean).join(" ");
  if (each.style === 5) {
    return el("a", { href: /^https?:/.test(each.url) ? each.url : "#", rel: "noopener noreferrer", target: "_blank" }, label);
  }
  const made = button(label, (event) => press(each, shown, [], made, event.detail === 0), {
    class: `press ${BUTTON_STYLES[each.style] ?? "plain"}`,
    disabled: each.disabled,
    "data-key": each.id,
  });
  return made;
}

function openMenu(each, shown) {
  const item = (option) => {
    const made = button(option.label, (event) => press(each, shown, [option.value], made, event.detail === 0), {
      class: "link",
      title: option.description,
    });
    return el("li", {}, made);
  };
  return el("div", {}, el("p", { class: "small" }, each.placeholder ?? ""), el("ul", {}, each.options.map(item)));
}

function press(each, { told, table }, values, owner, byKeyboard = true) {
  if (owner.getAttribute("aria-busy") === "true") return;
  owner.setAttribute("aria-busy", "true");
  table.press(told, each.id, values, byKeyboard).finally(() => owner.removeAttribute("aria-busy"));
}
