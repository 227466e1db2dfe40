/** findNonceInWorker computes a proof of work in a worker, so that the page remains responsive. */
export function findNonceInWorker(token: string, bits: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./proof-worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<string>) => {
      worker.terminate();
      resolve(data);
    });
    worker.addEventListener("error", () => reject(new Error("compute proof of work: worker failed")));
    worker.postMessage({ token, bits });
  });
}
