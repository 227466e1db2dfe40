import { useEffect, useLayoutEffect } from "react";

/** useLayoutEffect in the browser; on the server useEffect, since there is no layout. Neither runs there. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
