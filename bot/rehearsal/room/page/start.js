// How to begin: the guide on an empty table, and a ready scene at a step that is wanted.

import { button, el } from "./dom.js";
import { ask, field, select } from "./sides.js";

const BEGIN = "fight begin";
const STEPS = [
  [0, "The lobby is open"],
  [1, "The players have joined"],
  [2, "The fight has begun"],
  [3, "… and has gone on once"],
  [5, "… three times"],
  [8, "… six times"],
  [14, "… twelve times"],
];

export function guide(table) {
  const others = table.people.filter((person) => person.role === "player" && person.id !== table.me);
  const windows = others.map((person) =>
    el("a", { href: table.address(person.name), target: "_blank", rel: "noopener" }, `${person.name}'s window`),
  );
  return el(
    "section",
    { class: "guide", "aria-label": "How to begin" },
    el("h3", {}, "An empty table. Three steps to a fight:"),
    el(
      "ol",
      {},
      el(
        "li",
        {},
        "Whoever is to be game master opens a fight: ",
        button(`type /${BEGIN}`, () => table.composer.enter(BEGIN), { class: "press main" }),
        " and choose the rules.",
      ),
      el(
        "li",
        {},
        "Everybody who plays presses ",
        el("strong", {}, "Join"),
        ": change the person at the top, or give each a window: ",
        windows.flatMap((link, number) => (number ? [", ", link] : [link])),
        ".",
      ),
      el(
        "li",
        {},
        "The game master presses ",
        el("strong", {}, "Start"),
        ". The bot names whoever is to decide; ",
        el("strong", {}, "Your move"),
        " shows what can be done.",
      ),
    ),
    el("p", {}, "Or ", button("set the table with a ready scene …", () => setTable(table), { class: "press plain" })),
  );
}

export async function setTable(table) {
  let systems;
  try {
    systems = (await table.ask("scenes")).systems;
  } catch (error) {
    table.notice(`The bot does not say which scenes it has: ${error.message}`);
    return;
  }
  const system = select(systems.map((each) => [each.value, each.name]));
  const scene = select([]);
  const step = select(STEPS);
  const fill = () => {
    const chosen = systems.find((each) => String(each.value) === system.value);
    scene.replaceChildren(...(chosen?.scenes ?? []).map((each) => el("option", { value: each.value }, each.name)));
  };
  system.addEventListener("change", fill);
  fill();
  ask(
    "Set the table",
    [
      el("p", { class: "small" }, "The game master begins, every player joins, and “go on” is used so often."),
      field("Rules", system),
      field("Scene", scene),
      field("How far", step),
    ],
    "Set it",
    async () => {
      const asked = { channel: table.channel, system: system.value, scene: scene.value, step: Number(step.value) };
      const { channel, refused } = await table.ask("set table", asked);
      await table.open(channel);
      table.notice(refused);
    },
  );
}
