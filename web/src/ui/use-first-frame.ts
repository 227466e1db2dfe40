import { startTransition, useEffect, useState } from "react";
import { afterFrame } from "../browser/after-frame";

/** Whether a component's first frame is painted; `now` where that is not waited for. */
export function useFirstFrame(now = false): boolean {
  const [painted, setPainted] = useState(now);
  useEffect(() => (painted ? undefined : afterFrame(() => startTransition(() => setPainted(true)))), [painted]);
  return painted;
}
