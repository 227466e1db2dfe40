import { useEffect, useState } from "react";

/** Counts the seconds down until the server accepts the next attempt. */
export function useWait(): { seconds: number; wait: (seconds: number) => void } {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const waiting = seconds > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [waiting]);
  return {
    seconds,
    wait: (next) => {
      setNow(Date.now());
      setUntil(Date.now() + next * 1000);
    },
  };
}
