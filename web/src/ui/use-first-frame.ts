import { startTransition, useEffect, useState } from "react";
import { afterFrame } from "../browser/after-frame";

/** Returns whether a component's first frame is painted; true at once if `now` is set. */
export function useFirstFrame(now = false): boolean {
  const [painted, setPainted] = useState(now);
  useEffect(() => (painted ? undefined : afterFrame(() => startTransition(() => setPainted(true)))), [painted]);
  return painted;
}
