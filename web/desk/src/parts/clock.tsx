import { useSyncExternalStore } from "react";
import { serverNow } from "../api/connection";
import type { Row } from "../api/schemas";
import { clockState, clockWords } from "../model/clock";
import { useTexts } from "../texts/language";

/** How often clocks move, in milliseconds; they show minutes. */
const tick = 10_000;

const listeners = new Set<() => void>();
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = serverNow();
    for (const each of listeners) each();
  }, tick);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The server's time, which moves all clocks of the page together. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    // Nothing ticked while no clock was shown.
    if (!timer) now = serverNow();
    return now;
  });
}

const widths = { short: [74, 14, 4], long: [230, 22, 6] } as const;
const classes = { running: "", soon: " clk--soon", late: " clk--late", done: " clk--done", none: " clk--done" };

/** A dimension line over 24 hours: what is gone is solid, what is left is the measure. */
export function Clock({
  row,
  long = false,
  words = long,
}: {
  row: Pick<Row, "created" | "deadline" | "answered">;
  long?: boolean;
  words?: boolean;
}) {
  const state = clockState(row, useNow());
  const texts = useTexts();
  const [width, height, thickness] = widths[long ? "long" : "short"];
  const middle = height / 2;
  return (
    <span className={`clk${classes[state.kind]}${long ? " clk--l" : ""}`}>
      {state.kind !== "none" && (
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <path className="t24" d={`M0 ${middle}H${width}`} />
          {[0, 1, 2, 3, 4].map((quarter) => {
            const half = quarter % 2 === 0 ? middle : 2;
            return (
              <path key={quarter} className="t24" d={`M${(width * quarter) / 4} ${middle - half}V${middle + half}`} />
            );
          })}
          <rect
            className="gone"
            y={middle - thickness / 2}
            width={Math.round(width * state.gone * 10) / 10}
            height={thickness}
          />
        </svg>
      )}
      <span className="m">{clockWords(state, texts, words)}</span>
    </span>
  );
}
