import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { timings } from "../constants";
import { initPage } from "./page-init";

const events = ["pageDataLoaded", "pageDataUpdated"] as const;
let steps: string[] = [];
const note = ({ type }: Event) => steps.push(type);

beforeEach(() => {
  vi.useFakeTimers();
  steps = [];
  for (const event of events) window.addEventListener(event, note);
});
afterEach(() => {
  for (const event of events) window.removeEventListener(event, note);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a page starts with its data, pageDataLoaded, 100 ms, the saved language, pageDataUpdated", async () => {
  let finishLoading = () => {};
  const load = () => {
    steps.push("load");
    return new Promise<void>((resolve) => {
      finishLoading = resolve;
    });
  };
  const done = initPage(load, () => steps.push("saved language"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(steps).toEqual(["load"]);
  finishLoading();
  await vi.advanceTimersByTimeAsync(timings.init - 1);
  expect(steps).toEqual(["load", "pageDataLoaded"]);
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(timings.init).toBe(100);
  expect(steps).toEqual(["load", "pageDataLoaded", "saved language", "pageDataUpdated"]);
});

test("Language init fails: it is only logged", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const failure = new Error("no data");
  await initPage(() => Promise.reject(failure), vi.fn());
  expect(log).toHaveBeenCalledExactlyOnceWith("Language initialisation failed:", failure);
  expect(steps).toEqual([]);
});
