import { findNonce } from "./proof";

addEventListener("message", ({ data }: MessageEvent<{ token: string; bits: number }>) => {
  postMessage(findNonce(data.token, data.bits));
});
