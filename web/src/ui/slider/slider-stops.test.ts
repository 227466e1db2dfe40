import { describe, expect, test } from "vitest";
import { indexAt, indexShowing, missingIn, scrollLeftOf, stepFrom, stopsOf } from "./slider-stops";

const row = (count: number, width: number) =>
  Array.from({ length: count }, (_, index) => ({ left: 20 + index * width, right: 20 + (index + 1) * width }));

/** The same row from right to left: the first card is at the right edge. */
const mirrored = (count: number, width: number) =>
  row(count, width).map(({ left, right }) => ({ left: 1000 - right, right: 1000 - left }));

describe("the stops of a slider", () => {
  test.each([
    ["cards that fit", { visible: 400, content: 400, cards: row(4, 100), rtl: false }, [0]],
    ["no cards", { visible: 400, content: 400, cards: [], rtl: false }, [0]],
    ["an end on a card's edge", { visible: 200, content: 500, cards: row(5, 100), rtl: false }, [0, 100, 200, 300]],
    ["an end between two cards", { visible: 250, content: 500, cards: row(5, 100), rtl: false }, [0, 100, 200, 250]],
    [
      "an end rounded by the browser",
      { visible: 199.6, content: 500, cards: row(5, 100), rtl: false },
      [0, 100, 200, 300.4],
    ],
    ["a track wider than a card by little", { visible: 110, content: 200, cards: row(2, 100), rtl: false }, [0, 90]],
    [
      "cards from right to left",
      { visible: 200, content: 500, cards: mirrored(5, 100), rtl: true },
      [0, 100, 200, 300],
    ],
  ])("%s", (_, measures, stops) => {
    expect(stopsOf(measures)).toEqual(stops);
  });
});

test.each([
  [0, 0],
  [49, 0],
  [51, 1],
  [225, 2],
  [226, 3],
  [250, 3],
  [-120, 1],
  [9999, 3],
])("scrolled to %d a slider stands at index %d", (scrollLeft, index) => {
  expect(indexAt(scrollLeft, [0, 100, 200, 250])).toBe(index);
});

test.each([
  [0, -1, 0],
  [0, 1, 1],
  [3, 1, 3],
  [1, -Infinity, 0],
  [1, Infinity, 3],
])("from index %d by %d cards to index %d", (index, cards, target) => {
  expect(stepFrom(index, cards, [0, 100, 200, 250])).toBe(target);
});

test.each([
  ["is seen whole", 1, 0, 0],
  ["is cut off at the end", 2, 0, 1],
  ["lies far beyond the end", 4, 0, 3],
  ["lies before the start", 0, 3, 0],
  ["is cut off at the start", 2, 3, 2],
])("a card that %s: card %d, from index %d to index %d", (_, card, index, target) => {
  expect(indexShowing({ start: card * 100, end: card * 100 + 100 }, index, [0, 100, 200, 250], 250)).toBe(target);
});

test("a card wider than the track shows its start", () => {
  expect(indexShowing({ start: 100, end: 200 }, 0, [0, 100, 120], 80)).toBe(1);
});

test("from right to left a slider scrolls to negative positions, and to 0 without a sign", () => {
  expect(scrollLeftOf(2, [0, 100, 200], false)).toBe(200);
  expect(scrollLeftOf(2, [0, 100, 200], true)).toBe(-200);
  expect(Object.is(scrollLeftOf(0, [0, 100, 200], true), 0)).toBe(true);
});

test.each([
  [null, [], "no track"],
  [0, [100], "the track has no width"],
  [300, [], "no cards"],
  [300, [100, 0], "a card has no width"],
  [300, [100, 100], ""],
])("Slider measuring: a track of %j px with cards of %j px: %j", (track, cards, missing) => {
  expect(missingIn(track, cards)).toBe(missing);
});
