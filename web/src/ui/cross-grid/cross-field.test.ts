import { describe, expect, test } from "vitest";
import { crossGrid } from "../../lazy-constants";
import { advance, cellsInReach, type Field, grow, newField, pull, union } from "./cross-field";

const all = ({ columns, rows }: Field) => ({ left: 0, top: 0, right: columns - 1, bottom: rows - 1 });

/** A field of one cross in the middle of a box of 10 × 10. */
const single = () => {
  const field = newField(10, 10, 100);
  return { ...field, columns: 1, rows: 1, left: 5, top: 5 };
};

/** Advances a cross until it rests; returns its offsets in each step. */
function run(field: Field, pointer: { x: number; y: number } | null): number[] {
  const way: number[] = [];
  for (let step = 0; step < 500; step += 1) {
    const { moving } = advance(field, all(field), pointer);
    way.push(field.offsets[0] ?? Number.NaN);
    if (!moving) return way;
  }
  throw new Error("the cross never came to rest");
}

describe("pull", () => {
  test("a cross is attracted only within the attraction radius", () => {
    expect(pull(crossGrid.attractionRadius)).toBe(0);
    expect(pull(crossGrid.attractionRadius + 1)).toBe(0);
    expect(pull(crossGrid.attractionRadius - 1)).toBeGreaterThan(0);
  });

  test("the largest offset grows from the minimum at the radius to the maximum at the pointer", () => {
    let largest = 0;
    for (let distance = 0; distance < crossGrid.attractionRadius; distance += 1) {
      const near = 1 - distance / crossGrid.attractionRadius;
      const limit = crossGrid.maxOffset.least + (crossGrid.maxOffset.most - crossGrid.maxOffset.least) * near;
      expect(pull(distance)).toBeLessThanOrEqual(limit);
      expect(pull(distance)).toBeLessThanOrEqual(distance);
      largest = Math.max(largest, pull(distance));
    }
    expect(largest).toBeGreaterThan(crossGrid.maxOffset.least);
    expect(largest).toBeLessThanOrEqual(crossGrid.maxOffset.most);
  });
});

describe("advance", () => {
  test("the first step is the spring's share of the distance times the damping", () => {
    const field = single();
    advance(field, all(field), { x: 105, y: 5 });
    expect(field.offsets[0]).toBeCloseTo(pull(100) * crossGrid.spring * crossGrid.damping, 5);
    expect(field.offsets[1]).toBe(0);
  });

  test("a cross reaches its target without overshoot, and returns exactly to its rest position", () => {
    const field = single();
    const target = pull(100);
    const positions = run(field, { x: 105, y: 5 });
    expect(Math.max(...positions)).toBeLessThanOrEqual(Math.fround(target));
    expect(positions.at(-1)).toBe(Math.fround(target));
    expect(positions.length).toBeLessThan(40);
    const back = run(field, null);
    expect(Math.min(...back)).toBe(0);
    expect(back.at(-1)).toBe(0);
    expect(field.speeds[0]).toBe(0);
  });

  test("at rest no cross moves and none is displaced", () => {
    const field = newField(400, 300, 20);
    expect(advance(field, all(field), null)).toEqual({ moving: false, away: null });
    expect(advance(field, all(field), { x: -1000, y: 0 })).toEqual({ moving: false, away: null });
  });

  test("only crosses near the pointer are displaced, and advance returns their cells", () => {
    const field = newField(2000, 1000, 20);
    const pointer = { x: 1000, y: 500 };
    const { moving, away } = advance(field, all(field), pointer);
    expect(moving).toBe(true);
    expect(away && union(away, cellsInReach(field, pointer))).toEqual(cellsInReach(field, pointer));
    expect(away && away.right - away.left).toBeGreaterThan(20);
  });
});

test("a grid has a cross at the centre of its box and covers the box", () => {
  const field = newField(1000, 301, 20);
  const last = field.left + (field.columns - 1) * field.pitch;
  expect(field.left + ((field.columns - 1) / 2) * field.pitch).toBe(500);
  expect(field.left).toBeLessThanOrEqual(0);
  expect(last).toBeGreaterThanOrEqual(1000);
});

test("cells grow within the field", () => {
  const field = newField(100, 100, 20);
  expect(grow(field, { left: 1, top: 1, right: 2, bottom: 2 }, 3)).toEqual({ left: 0, top: 0, right: 5, bottom: 5 });
  expect(cellsInReach(field, { x: 5000, y: 0 })).toBeNull();
});

test("crosses inside the digits are marked", () => {
  const field = newField(100, 100, 20, (x) => x < 50);
  expect([...field.solid].filter(Boolean)).toHaveLength(3 * field.rows);
});
