/** Makes a proof of work in a thread of its own, so that the page goes on answering. */
export function findNonceInWorker(token: string, bits: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./proof-worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<string>) => {
      worker.terminate();
      resolve(data);
    });
    worker.addEventListener("error", () => reject(new Error("the proof of work could not be made")));
    worker.postMessage({ token, bits });
  });
}
