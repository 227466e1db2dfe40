import { beforeEach, expect, test } from "vitest";
import { storageKeys } from "../constants";
import { attributeIn, measureIn, pipeSizeOf } from "./units";
import { chooseUnits, followUnits, useUnitStore } from "./use-units";

beforeEach(() => localStorage.clear());

test.each([
  ["12", "mm", "0.472", "in"],
  ["6", "mm", "0.236", "in"],
  ["60.3", "mm", "2.374", "in"],
  ["1.65", "mm", "0.065", "in"],
  ["119", "mm", "4.685", "in"],
  ["25.4", "mm", "1", "in"],
  ["630", "bar", "9137", "psi"],
  ["40", "bar", "580", "psi"],
  ["0.5", "bar", "7.25", "psi"],
  ["0–1.6", "bar", "0–23.2", "psi"],
  ["0.5 bar", "", "7.25\u00a0psi", ""],
])("%s %s reads %s %s", (value, unit, text, symbol) => {
  expect(measureIn("imperial", value, unit)).toEqual({ value: text, unit: symbol });
  expect(measureIn("metric", value, unit)).toEqual({ value, unit });
});

test.each([
  ["M20×1.5", ""],
  ["M20×1.5", "mm"],
  ["G 1/2 B", "mm"],
  ["1/2", "in"],
  ["1.4404 (316L)", ""],
  ["−60/+200", "°C"],
  ["11.4", "kg"],
  ["0.8", "µm"],
  ["12S", ""],
  ["constructor", "constructor"],
])("a designation, or a unit without counterpart, stays in both systems: %s %s", (value, unit) => {
  expect(measureIn("imperial", value, unit)).toEqual({ value, unit });
  expect(measureIn("metric", value, unit)).toEqual({ value, unit });
});

test("every converted number converts back to the content's number", () => {
  for (const [unit, factor] of [
    ["mm", 25.4],
    ["bar", 1 / 14.503773773],
  ] as const) {
    for (let hundredths = 1; hundredths <= 250_000; hundredths += hundredths < 3000 ? 1 : 97) {
      for (const decimals of [0, 1, 2]) {
        const text = (hundredths / 100).toFixed(decimals);
        const back = Number(measureIn("imperial", text, unit).value) * factor;
        expect(back.toFixed(decimals), `${text} ${unit}`).toBe(text);
      }
    }
  }
});

test("imperial content is converted to metric units and back", () => {
  expect(measureIn("metric", "0.5", "in")).toEqual({ value: "12.7", unit: "mm" });
  expect(measureIn("imperial", "0.5", "in")).toEqual({ value: "0.5", unit: "in" });
  expect(measureIn("metric", "145", "psi")).toEqual({ value: "10", unit: "bar" });
});

test("nominal sizes are converted by the standards' table only, and no two share a counterpart", () => {
  expect(attributeIn("imperial", "dn", "25", "")).toEqual({ value: "1", unit: "" });
  expect(attributeIn("imperial", "dn", "65", "")).toEqual({ value: "2 1/2", unit: "" });
  expect(attributeIn("metric", "dn", "65", "")).toEqual({ value: "65", unit: "" });
  expect(attributeIn("imperial", "dn", "12", "")).toEqual({ value: "DN\u00a012", unit: "" });
  expect(attributeIn("metric", "nps", "1 1/2", "")).toEqual({ value: "1 1/2", unit: "" });
  // The outer diameter of a tube is not a nominal size: 33.7 mm is not NPS 1.
  expect(attributeIn("imperial", "tube-od", "33.7", "mm")).toEqual({ value: "1.327", unit: "in" });
  const sizes = Array.from({ length: 1300 }, (_, diameter) => pipeSizeOf(String(diameter))).filter(Boolean);
  expect(sizes).toHaveLength(36);
  expect(new Set(sizes).size).toBe(36);
});

test("the stored choice is applied, and so is one made in another tab", () => {
  chooseUnits("imperial");
  expect(localStorage.getItem(storageKeys.units)).toBe("imperial");
  localStorage.setItem(storageKeys.units, "metric");
  const end = followUnits();
  expect(useUnitStore.getState().system).toBe("metric");
  localStorage.setItem(storageKeys.units, "imperial");
  window.dispatchEvent(new StorageEvent("storage", { key: storageKeys.units }));
  expect(useUnitStore.getState().system).toBe("imperial");
  localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  expect(useUnitStore.getState().system).toBe("metric");
  end();
});
