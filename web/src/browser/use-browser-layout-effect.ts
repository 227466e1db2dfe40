import { useEffect, useLayoutEffect } from "react";

/** Runs before the browser paints; there is nothing to run on the server. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
