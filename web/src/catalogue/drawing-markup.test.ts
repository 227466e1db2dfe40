import { expect, test } from "vitest";
import { drawnView, symbolsOf, viewsOf } from "./drawing-markup";

const side =
  '<svg viewbox="0 0 9 9"><defs><pattern id="ha"></pattern></defs><path fill="url(#ha)"/><g data-k="dn" data-s="DN"><path class="dim"/><text><tspan class="k">DN</tspan><tspan class="v" data-v="dn"></tspan></text></g></svg>';
const front =
  '<svg viewbox="0 0 9 9"><g data-n="holes"><circle cy="-2"/></g><g data-k="holes bolt"><path class="dim"/></g><g data-k="holes" data-s="n"></g></svg>';
const given = { scope: "a-", names: new Map([["dn", "Nennweite DN"]]), label: "Maßbild", focusable: true };

test("a drawing has one view per svg element, and symbols by attribute", () => {
  expect(viewsOf(`${side}\n${front}`)).toEqual([side, front]);
  expect(viewsOf("text")).toEqual([]);
  expect([...symbolsOf(side + front)]).toEqual([
    ["dn", "DN"],
    ["holes", "n"],
  ]);
});

test("values are written as text, a missing one as a dash", () => {
  const drawn = (value: string) => drawnView(side, { ...given, values: new Map([["dn", value]]) });
  expect(drawn("80")).toContain('data-v="dn">80</tspan>');
  expect(drawn("<b>")).toContain('data-v="dn">&lt;b&gt;</tspan>');
  expect(drawn("$1")).toContain('data-v="dn">$1</tspan>');
  expect(drawn("")).toContain('data-v="dn">–</tspan>');
});

test("paints have ids of their own in each place that shows the view", () => {
  const drawn = drawnView(side, { ...given, values: new Map() });
  expect(drawn).toContain('<pattern id="a-ha">');
  expect(drawn).toContain('fill="url(#a-ha)"');
});

test("a group with a symbol has the focus, the attribute's name and its value, others do not", () => {
  expect(drawnView(side, { ...given, values: new Map([["dn", "80"]]) })).toContain(
    '<g tabindex="0" role="img" aria-label="Nennweite DN 80" data-k="dn" data-s="DN">',
  );
  const drawn = drawnView(front, { ...given, values: new Map() });
  expect(drawn).toContain('<g data-k="holes bolt">');
  expect(drawn).toContain('role="img" aria-label="n" data-k="holes"');
  expect(drawn).toContain('<svg class="draw" role="group" aria-label="Maßbild" viewbox="0 0 9 9">');
});

test("a group is repeated around the origin as often as its value says", () => {
  const drawn = (holes: string) => drawnView(front, { ...given, values: new Map([["holes", holes]]) });
  expect(drawn("4").match(/<circle/g)?.length).toBe(4);
  expect(drawn("4")).toContain('<g transform="rotate(45)"><circle cy="-2"/></g>');
  for (const none of ["", "many", "-1", "9999"]) expect(drawn(none)).not.toContain("<circle");
});
