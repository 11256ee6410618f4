// Discord's markdown as DOM nodes. `names` tells what ids are called: user(id), channel(id), me.

import { el } from "./dom.js";

const ESCAPED = /\\([^A-Za-z0-9\s])/y;
const CODE = /(`+)([^]*?[^`])\1(?!`)/y;
const CALL = /<(@!?|@&|#)(\d+)>/y;
const WIDE = /@(?:everyone|here)\b/y;
const TIME = /<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y;
const SLASH = /<\/([^:>\n]{1,100}):\d+>/y;
const EMOJI = /<a?:(\w{2,32}):\d+>/y;
const LINK = /\[((?:\\[^]|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y;
const ADDRESS = /<?(https?:\/\/[^\s<>]+[^\s<>.,:;"'\])])>?/y;
const SPANS = [
  [/\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/y, "strong"],
  [/__((?:\\[^]|[^\\])+?)__(?!_)/y, "u"],
  [/~~((?:\\[^]|[^\\])+?)~~/y, "s"],
  [/\|\|((?:\\[^]|[^\\])+?)\|\|/y, "spoiler"],
  [/\*(?=\S)((?:\*\*|\\[^]|[^*\\])+?)\*(?!\*)/y, "em"],
  [/_((?:__|\\[^]|[^_\\])+?)_(?!\w)/y, "em"],
];
const STARTS = /[\\`<@[h*_~|\n]/g;

function at(pattern, text, position) {
  pattern.lastIndex = position;
  return pattern.exec(text);
}

export function markdown(text, names) {
  const nodes = [];
  text.split(/```(?:[a-z0-9+-]*\n)?([^]*?)```/).forEach((part, number) => {
    if (number % 2) nodes.push(el("pre", {}, el("code", {}, part.replace(/\n$/, ""))));
    else nodes.push(...blocks(part, names));
  });
  return nodes;
}

function blocks(text, names) {
  const nodes = [];
  let plain = [];
  let open = null; // the list or quote that lines are being added to
  const flush = () => {
    if (plain.some((line) => line !== "")) nodes.push(el("p", {}, inline(plain.join("\n"), names)));
    plain = [];
  };
  const into = (tag, props = {}) => {
    flush();
    if (open === null || open.localName !== tag) {
      open = el(tag, props);
      nodes.push(open);
    }
    return open;
  };
  const lines = text.replace(/^\n|\n$/g, "").split("\n");
  for (let number = 0; number < lines.length; number += 1) {
    const line = lines[number];
    const heading = /^(#{1,3}) +(.+)$/.exec(line);
    const small = /^-# +(.+)$/.exec(line);
    const quote = /^(>>>|>) (.*)$/.exec(line);
    const bullet = /^ *[-*] +(.+)$/.exec(line);
    const counted = /^ *(\d{1,9})\. +(.+)$/.exec(line);
    if (heading) {
      flush();
      nodes.push(el("p", { class: `heading h${heading[1].length}` }, inline(heading[2], names)));
    } else if (small) {
      flush();
      nodes.push(el("p", { class: "small" }, inline(small[1], names)));
    } else if (quote) {
      const all = quote[1] === ">>>";
      const said = all ? [quote[2], ...lines.slice(number + 1)].join("\n") : quote[2];
      const within = into("blockquote");
      if (within.firstChild) within.append(el("br"));
      within.append(...inline(said, names));
      if (all) return nodes;
      continue;
    } else if (bullet) {
      into("ul").append(el("li", {}, inline(bullet[1], names)));
      continue;
    } else if (counted) {
      into("ol", { start: counted[1] }).append(el("li", {}, inline(counted[2], names)));
      continue;
    } else {
      plain.push(line);
    }
    open = null;
  }
  flush();
  return nodes;
}

export function inline(text, names) {
  const nodes = [];
  let position = 0;
  let said = "";
  const put = (...found) => {
    if (said) nodes.push(said);
    said = "";
    nodes.push(...found);
  };
  while (position < text.length) {
    const found = special(text, position, names);
    if (found) {
      if (typeof found.node === "string") said += found.node;
      else put(found.node);
      position += found.length;
      continue;
    }
    STARTS.lastIndex = position + 1;
    const next = STARTS.exec(text);
    const end = next ? next.index : text.length;
    said += text.slice(position, end);
    position = end;
  }
  put();
  return nodes;
}

function special(text, position, names) {
  const first = text[position];
  if (first === "\n") return { node: el("br"), length: 1 };
  let found;
  const took = (node) => ({ node, length: found[0].length });
  if (first === "\\" && (found = at(ESCAPED, text, position))) return took(found[1]);
  if (first === "`" && (found = at(CODE, text, position))) return took(el("code", {}, found[2].trim()));
  if (first === "@" && (found = at(WIDE, text, position))) return took(el("span", { class: "call" }, found[0]));
  if (first === "[" && (found = at(LINK, text, position))) {
    return took(anchor(found[2], inline(found[1], names)));
  }
  if ((first === "<" || first === "h") && (found = at(ADDRESS, text, position))) {
    if (first === "h" || found[0].endsWith(">")) return took(anchor(found[1], found[1]));
  }
  if (first === "<") {
    if ((found = at(CALL, text, position))) return took(call(found[1], found[2], names));
    if ((found = at(TIME, text, position))) return took(moment(Number(found[1]), found[2] || "f"));
    if ((found = at(SLASH, text, position))) return took(el("span", { class: "call" }, `/${found[1]}`));
    if ((found = at(EMOJI, text, position))) return took(`:${found[1]}:`);
  }
  const inWord = first === "_" && position > 0 && /\w/.test(text[position - 1]);
  if (!inWord && "*_~|".includes(first)) {
    for (const [pattern, tag] of SPANS) {
      found = at(pattern, text, position);
      if (found && !/^\s*$/.test(found[1])) {
        const within = inline(found[1], names);
        return took(tag === "spoiler" ? spoiler(within) : el(tag, {}, within));
      }
    }
  }
  return null;
}

function anchor(address, label) {
  return el("a", { href: address, rel: "noopener noreferrer", target: "_blank" }, label);
}

function call(kind, id, names) {
  if (kind === "#") return el("span", { class: "call" }, `#${names.channel(id) ?? "unknown"}`);
  if (kind === "@&") return el("span", { class: "call" }, "@role");
  return el("span", { class: id === names.me ? "call me" : "call" }, `@${names.user(id) ?? "unknown-user"}`);
}

function spoiler(within) {
  const hidden = el("span", { class: "hidden-text" }, within);
  hidden.inert = true;
  const shown = el("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler: show" }, hidden);
  const show = () => {
    hidden.inert = false;
    shown.replaceWith(...hidden.childNodes);
  };
  shown.addEventListener("click", show);
  shown.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      show();
    }
  });
  return shown;
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const SPANS_OF_TIME = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function moment(seconds, style) {
  const when = new Date(seconds * 1000);
  if (Number.isNaN(when.getTime())) return "Invalid date";
  const full = new Intl.DateTimeFormat(undefined, STYLES.F).format(when);
  const text = style === "R" ? ago(seconds) : new Intl.DateTimeFormat(undefined, STYLES[style]).format(when);
  return el("time", { datetime: when.toISOString(), title: full }, text);
}

function ago(seconds) {
  const away = seconds - Date.now() / 1000;
  const [unit, length] = SPANS_OF_TIME.find(([, each]) => Math.abs(away) >= each) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(Math.round(away / length), unit);
}
