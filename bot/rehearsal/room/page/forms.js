// The forms that the bot opens (Discord calls them modals). They stay open until they are sent or put away.

import { button, dialog, el, fresh } from "./dom.js";
import { markdown } from "./markdown.js";

const SHORT = 1;
const ROW = 1;
const STRING_SELECT = 3;
const TEXT_INPUT = 4;
const USERS = [5, 7];
const TEXT = 10;
const LABEL = 18;

// `send(fields)` is a promise; when it is rejected, the form says why and stays.
export function openForm(form, table, send) {
  const fields = [];
  const problem = el("p", { role: "alert", class: "problem" });
  const parts = form.components.map((part) => shown(part, fields, table));
  const submit = el("button", { type: "submit", class: "press main" }, "Submit");
  const opened = dialog(
    form.title,
    el(
      "form",
      {
        onsubmit: async (event) => {
          event.preventDefault();
          submit.disabled = true;
          problem.textContent = "";
          try {
            await send(Object.fromEntries(fields.map((field) => [field.name, field.read()])));
            opened.close();
          } catch (error) {
            problem.textContent = error.message;
          }
          submit.disabled = false;
        },
      },
      parts,
      problem,
      el("div", { class: "row" }, button("Cancel", () => opened.close(), { class: "press plain" }), submit),
    ),
  );
  return opened;
}

function shown(part, fields, table) {
  if (part.type === TEXT) return markdown(part.content, table.names);
  if (part.type === ROW) return part.components.map((each) => labelled(each, each.label, null, fields, table));
  if (part.type === LABEL) return labelled(part.component, part.label, part.description, fields, table);
  return el("p", { class: "small" }, `(a part of type ${part.type}, which this room does not show)`);
}

function labelled(part, label, description, fields, table) {
  const id = fresh("field");
  const hint = description ? el("p", { class: "small", id: `${id}-hint` }, description) : null;
  const control = input(part, id, hint, fields, table);
  return el(
    "div",
    { class: "field" },
    el("label", { for: id }, label, part.required === false ? el("span", { class: "small" }, " (may stay empty)") : null),
    hint,
    control,
  );
}

function input(part, id, hint, fields, table) {
  const props = { id, required: part.required !== false, "aria-describedby": hint?.id };
  if (part.type === TEXT_INPUT) {
    const more = { ...props, minlength: part.min_length, maxlength: part.max_length ?? 4000, placeholder: part.placeholder };
    const box =
      part.style === SHORT ? el("input", { type: "text", ...more }) : el("textarea", { rows: "4", ...more });
    box.value = part.value ?? "";
    fields.push({ name: part.custom_id, read: () => box.value });
    return box;
  }
  if (part.type === STRING_SELECT || USERS.includes(part.type)) {
    const options = part.options ?? table.users();
    const several = (part.max_values ?? 1) > 1;
    const box = el(
      "select",
      { ...props, multiple: several },
      several ? null : el("option", { value: "" }, part.placeholder ?? "Choose …"),
      options.map((option) => el("option", { value: option.value, selected: option.default }, option.label)),
    );
    fields.push({
      name: part.custom_id,
      read: () => [...box.selectedOptions].map((option) => option.value).filter(Boolean),
    });
    return box;
  }
  return el("p", { class: "small" }, `(a field of type ${part.type}, which this room does not show)`);
}
