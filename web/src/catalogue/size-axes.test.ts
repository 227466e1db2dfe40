import { expect, test } from "vitest";
import type { Attributes, Variations } from "../content/model.gen";
import type { ValueFormat } from "./facts";
import { axesOf } from "./size-axes";

const names: Readonly<Record<string, [name: string, unit: string]>> = {
  dn: ["Nennweite DN", ""],
  pn: ["Nenndruck PN", "bar"],
  "tube-od": ["Rohraußendurchmesser", "mm"],
  wall: ["Wanddicke", "mm"],
  material: ["Werkstoff", ""],
};
const attributes = new Map(
  Object.entries(names).map(([slug, [name, unit]], at) => [
    slug,
    { id: at + 1, slug, unit, translations: [{ languages_code: "de-DE", name }] } as unknown as Attributes,
  ]),
);
const format: ValueFormat = { language: "de-DE", units: "metric", attributes: [] };

let id = 0;
function variation(title: string, values: Record<string, string>): Variations {
  id += 1;
  return {
    id,
    sku: title,
    translations: [{ languages_code: "de-DE", title }],
    attributes: Object.entries(values).map(([slug, value]) => ({ attribute: attributes.get(slug), value: { value } })),
  } as unknown as Variations;
}

/** Reads the rows as text: "!" marks the chosen value, "~" one that leads to another combination. */
const shown = (variations: readonly Variations[], chosen: Variations | undefined) =>
  axesOf(variations, chosen, format).map(({ slug, options }) => [
    slug,
    options.map(({ text, chosen: is, exact }) => `${is ? "!" : ""}${exact ? "" : "~"}${text}`).join(" "),
  ]);

const flange = (dn: string, pn: string) => variation(`DN ${dn} PN ${pn}`, { dn, pn });
const flanges = [
  ...["10", "80", "250", "300"].map((dn) => flange(dn, "40")),
  ...["10", "80", "250"].map((dn) => flange(dn, "63")),
  ...["10", "80"].map((dn) => flange(dn, "100")),
];

test("a family by nominal diameter and pressure has a row for each, with name and unit", () => {
  expect(shown(flanges, flanges[1])).toEqual([
    ["dn", "10 !80 250 300"],
    ["pn", "!40 63 100"],
  ]);
  expect(axesOf(flanges, flanges[1], format).map(({ label, unit }) => [label, unit])).toEqual([
    ["Nennweite DN", ""],
    ["Nenndruck PN", "bar"],
  ]);
});

test("a value without the chosen combination leads to the nearest variation, of equals to the higher", () => {
  expect(shown(flanges, flanges[3])[1]).toEqual(["pn", "!40 ~63 ~100"]);
  const [dn, pn] = axesOf(flanges, flanges[3], format);
  expect(pn?.options.map(({ variation: { sku } }) => sku)).toEqual(["DN 300 PN 40", "DN 250 PN 63", "DN 80 PN 100"]);
  expect(dn?.options.map(({ variation: { sku } }) => sku)).toContain("DN 80 PN 40");
  const gap = [
    ...["20", "25", "32", "40"].map((dn) => flange(dn, "16")),
    ...["20", "32", "40"].map((dn) => flange(dn, "25")),
  ];
  expect(axesOf(gap, gap[1], format)[1]?.options.at(-1)?.variation.sku).toBe("DN 32 PN 25");
});

test("sizes with names of their own keep them, the material is a row of its own", () => {
  const unions = ["1.4571 (316Ti)", "Stahl"].flatMap((material) =>
    ["6", "8", "10"].map((od) => variation(`${od}S`, { "tube-od": od, material, pn: od === "6" ? "800" : "630" })),
  );
  expect(shown(unions, unions[4])).toEqual([
    ["title", "6S !8S 10S"],
    ["material", "1.4571 (316Ti) !Stahl"],
  ]);
});

test("a material without the chosen size leads to the nearest size in that material", () => {
  const unions = [
    variation("6S", { "tube-od": "6", material: "1.4571 (316Ti)" }),
    variation("8S", { "tube-od": "8", material: "1.4571 (316Ti)" }),
    variation("6S", { "tube-od": "6", material: "Stahl" }),
  ];
  expect(shown(unions, unions[1])[1]).toEqual(["material", "!1.4571 (316Ti) ~Stahl"]);
  expect(axesOf(unions, unions[1], format)[1]?.options[1]?.variation).toBe(unions[2]);
});

test("sizes named by their nominal diameter alone show its value, tubes diameter and wall", () => {
  const valves = ["8", "10", "15"].map((dn) => variation(`DN ${dn}`, { dn, pn: "63" }));
  expect(shown(valves, valves[0])).toEqual([["dn", "!8 10 15"]]);
  const tubes = ["4", "6", "8", "10"].flatMap((od) =>
    ["1", "1.5", "2"].map((wall) => variation(`${od}×${wall}`, { "tube-od": od, wall })),
  );
  expect(shown(tubes, tubes[0])).toEqual([
    ["tube-od", "!4 6 8 10"],
    ["wall", "!1 1,5 2"],
  ]);
});

test("a family without a choice, or with too many names, has no rows", () => {
  expect(axesOf([], undefined, format)).toEqual([]);
  expect(shown([flanges[0] as Variations], flanges[0])).toEqual([]);
  const many = Array.from({ length: 41 }, (_, at) => variation(`size ${at}`, {}));
  expect(axesOf(many, many[0], format)).toEqual([]);
});
