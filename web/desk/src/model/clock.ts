import type { Texts } from "../texts/de";

/** The promise of the site: an answer within a day. */
const day = 24 * 3_600_000;
/** Below this rest the clock is amber: when the reminder is sent. */
const soon = 4 * 3_600_000;

interface Times {
  created: string;
  deadline: string | null;
  answered: string | null;
}

export interface ClockState {
  kind: "running" | "soon" | "late" | "done" | "none";
  /** The part of 24 hours that is gone, 0 to 1. */
  gone: number;
  /** Hours and minutes that are left, overdue or were needed. */
  hours: number;
  minutes: number;
}

/** Returns what the clock of a request shows at `now`. A reopened request has a deadline again, which counts. */
export function clockState({ created, deadline, answered }: Times, now: number): ClockState {
  if (deadline !== null) {
    const left = Date.parse(deadline) - now;
    const kind = left <= 0 ? "late" : left < soon ? "soon" : "running";
    return { kind, gone: clamp(1 - left / day), ...split(Math.abs(left)) };
  }
  if (answered === null) return { kind: "none", gone: 0, hours: 0, minutes: 0 };
  const needed = Math.max(0, Date.parse(answered) - Date.parse(created));
  return { kind: "done", gone: clamp(needed / day), ...split(needed) };
}

/** The words beside the line: short in lists, complete sentences otherwise. */
export function clockWords(state: ClockState, texts: Texts, long: boolean): string {
  const time = `${state.hours} h ${String(state.minutes).padStart(2, "0")}`;
  const words = texts.clock;
  switch (state.kind) {
    case "running":
    case "soon":
      return long ? words.left(time) : time;
    case "late":
      return long ? words.overdue(time) : `− ${time}`;
    case "done":
      return long ? words.answered(time) : words.after(time);
    case "none":
      return words.none;
  }
}

function split(milliseconds: number): { hours: number; minutes: number } {
  const minutes = Math.floor(milliseconds / 60_000);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

function clamp(part: number): number {
  return Math.min(1, Math.max(0, part));
}
