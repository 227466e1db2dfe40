import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sliders } from "../../lazy-constants";
import { useSlider } from "./use-slider";

const { tries, every } = sliders.measure;
const retry = (number: number) => `Slider measuring: a card has no width, retry ${number} of ${tries}`;

let root: Root;
let warned: string[];
/** The widths of the track and of each of the three cards, in px. */
let visible: number;
let card: number;
let resized: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(listener: () => void) {
        resized = listener;
      }
      observe() {}
      disconnect() {}
    },
  );
  warned = [];
  vi.spyOn(console, "warn").mockImplementation((text: string) => warned.push(text));
  visible = 250;
  card = 100;
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => visible);
  vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockImplementation(() => Math.max(visible, 3 * card));
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockImplementation(() => card);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    const left = card * [...(this.parentElement?.children ?? [])].indexOf(this);
    return new DOMRect(left, 0, card, 10);
  });
  root = createRoot(document.createElement("div"));
});

afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Renders a slider of three cards; the returned function reads its last state. */
async function show(): Promise<() => { overflow: boolean; canPrevious: boolean; canNext: boolean }> {
  let seen = { overflow: false, canPrevious: false, canNext: false };
  function Row() {
    const { ref, overflow, canPrevious, canNext } = useSlider(3);
    seen = { overflow, canPrevious, canNext };
    return (
      <section ref={ref}>
        <ul>
          <li />
          <li />
          <li />
        </ul>
      </section>
    );
  }
  await act(async () => root.render(<Row />));
  return () => seen;
}

const pass = (time: number) => act(async () => vi.advanceTimersByTime(time));

test("a slider whose cards overflow shows its arrows; at the start only Next is enabled", async () => {
  const seen = await show();
  expect(seen()).toEqual({ overflow: true, canPrevious: false, canNext: true });
  expect(warned).toEqual([]);
});

test("Slider measuring: missing widths are logged and measured again 8 times, every 120 ms", async () => {
  card = 0;
  const seen = await show();
  const expected = [retry(1)];
  for (let number = 2; number <= tries; number++) {
    await pass(every - 1);
    expect(warned).toEqual(expected);
    await pass(1);
    expected.push(retry(number));
    expect(warned).toEqual(expected);
  }
  await pass(every);
  expected.push("Slider measuring: a card has no width, given up");
  expect(warned).toEqual(expected);
  await pass(10 * every);
  expect(warned).toEqual(expected);
  expect(seen().overflow).toBe(false);
});

test("Slider measuring: a retry that finds the widths shows the arrows", async () => {
  card = 0;
  const seen = await show();
  card = 100;
  await pass(every - 1);
  expect(seen().overflow).toBe(false);
  await pass(1);
  expect(seen()).toEqual({ overflow: true, canPrevious: false, canNext: true });
  expect(warned).toEqual([retry(1)]);
});

test("a slider is measured again 100 ms after a resize", async () => {
  const seen = await show();
  visible = 400;
  resized();
  await pass(sliders.resize - 1);
  expect(seen().overflow).toBe(true);
  await pass(1);
  expect(seen().overflow).toBe(false);
});
