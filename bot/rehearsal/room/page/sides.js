// The people at the top and the channels at the left.

import { button, byId, dialog, el, fresh } from "./dom.js";

const ROLES = ["player", "game master", "moderator", "stranger"];

export function showPeople(table) {
  const links = table.people
    .filter((person) => person.role !== "bot")
    .map((person) => {
      const here = person.id === table.me;
      return el(
        "li",
        {},
        el(
          "a",
          { href: table.address(person.name), "aria-current": here ? "true" : null, title: `${person.name}, ${person.role}` },
          here ? el("span", { "aria-hidden": "true" }, "● ") : null,
          person.name,
          el("span", { class: "role" }, ` ${person.role}`),
        ),
        el(
          "a",
          {
            href: table.address(person.name),
            target: "_blank",
            rel: "noopener",
            class: "own",
            title: `A window of their own for ${person.name}`,
            "aria-label": `Open another window for ${person.name}`,
          },
          "↗",
        ),
      );
    });
  const add = el("li", {}, button("+ Add", () => addPerson(table), { "aria-label": "Add a person", "aria-haspopup": "dialog" }));
  byId("people").replaceChildren(el("ul", {}, links, add));
}

export function showChannels(table) {
  const item = (channel) =>
    el(
      "li",
      { class: channel.kind },
      button(
        [
          channel.kind === "direct" ? "With the bot" : `# ${channel.name}`,
          channel.unread ? el("span", { class: "unread" }, ` ${channel.unread} new`) : null,
        ],
        () => table.open(channel.id),
        { "aria-current": channel.id === table.channel ? "page" : null },
      ),
    );
  const of = (...kinds) => table.channels.filter((channel) => kinds.includes(channel.kind)).map(item);
  byId("channels").replaceChildren(
    el("h2", {}, table.server),
    el("ul", {}, of("text", "thread")),
    el(
      "p",
      { class: "row" },
      button("+ Channel", () => addChannel(table, null), { "aria-haspopup": "dialog" }),
      table.here?.kind === "text"
        ? button("+ Thread here", () => addChannel(table, table.channel), { "aria-haspopup": "dialog" })
        : null,
    ),
    el("h2", {}, "Direct messages"),
    el("ul", {}, of("direct")),
  );
}

// Ask for a few values in a dialog; `then` is a promise, and its complaint is shown.
export function ask(title, fields, label, then) {
  const problem = el("p", { role: "alert", class: "problem" });
  const submit = el("button", { type: "submit", class: "press main" }, label);
  const opened = dialog(
    title,
    el(
      "form",
      {
        onsubmit: async (event) => {
          event.preventDefault();
          submit.disabled = true;
          problem.textContent = "";
          try {
            await then();
            opened.close();
          } catch (error) {
            problem.textContent = error.message;
          }
          submit.disabled = false;
        },
      },
      fields,
      problem,
      el("div", { class: "row" }, button("Cancel", () => opened.close(), { class: "press plain" }), submit),
    ),
  );
}

export function field(label, control) {
  control.id = fresh("field");
  return el("div", { class: "field" }, el("label", { for: control.id }, label), control);
}

export const select = (options) => el("select", {}, options.map(([value, label]) => el("option", { value }, label)));

function addPerson(table) {
  const name = el("input", { type: "text", required: true, maxlength: "32" });
  const role = select(ROLES.map((each) => [each, each]));
  ask("Who comes in?", [field("Name", name), field("Is a", role)], "Let in", async () => {
    await table.ask("add person", { name: name.value, role: role.value });
  });
}

function addChannel(table, parent) {
  const name = el("input", { type: "text", required: true, maxlength: "60" });
  ask(parent ? "A new thread" : "A new channel", [field("Name", name)], "Make it", async () => {
    const { channel } = await table.ask("add channel", { name: name.value, parent });
    table.open(channel);
  });
}
