import { expect, test } from "vitest";
import { isTextField, keyName, sequences } from "./keys";

const press = (key: string, modifiers: Partial<KeyboardEvent> = {}) =>
  keyName({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers });

test("a key is named by what it prints", () => {
  expect(press("j")).toBe("j");
  expect(press("X", { shiftKey: true })).toBe("X");
  expect(press("!", { shiftKey: true })).toBe("!");
  expect(press("/", { shiftKey: true })).toBe("/");
});

test("Ctrl and Command are the same", () => {
  expect(press("k", { ctrlKey: true })).toBe("mod+k");
  expect(press("K", { metaKey: true })).toBe("mod+k");
});

test("Alt and AltGr belong to the browser and the keyboard", () => {
  expect(press("d", { altKey: true })).toBeNull();
  expect(press("@", { altKey: true, ctrlKey: true })).toBeNull();
});

test("a sequence is two keys in a row", () => {
  const join = sequences();
  expect([join("g", 0), join("a", 1000), join("a", 1100)]).toEqual(["g", "g a", "a"]);
});

test("a sequence waits a moment only", () => {
  const join = sequences();
  join("g", 0);
  expect(join("a", 2000)).toBe("a");
});

test("keys print into text fields, not into check boxes", () => {
  const input = document.createElement("input");
  expect(isTextField(input)).toBe(true);
  input.type = "checkbox";
  expect(isTextField(input)).toBe(false);
  expect(isTextField(document.createElement("textarea"))).toBe(true);
  expect(isTextField(document.body)).toBe(false);
});
