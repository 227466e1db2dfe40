// Measures the main-thread time of the cross grid per frame: the median of 300
// frames during pointer movement, at 1920 × 1080 px and a device pixel ratio of
// two. `make bench` runs it.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { binary } from "../e2e/server.ts";
import { storageKeys } from "../web/src/constants.ts";

const frames = 300;

const data = mkdtempSync(join(tmpdir(), "ferrule-bench-"));
const flags = ["--demo", "--data", data, "--listen", "127.0.0.1:0", "--metrics-listen", "", "--no-warm"];
const server = spawn(binary, ["serve", ...flags]);
const url = await new Promise<string>((resolve) => {
  server.stdout.on("data", (chunk: Buffer) => {
    const match = /ready: (http:\S+?)\/\s/.exec(chunk.toString());
    if (match?.[1]) resolve(match[1]);
  });
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 2 });
await context.addInitScript((seen) => {
  sessionStorage.setItem(seen, "1");
  const spent: number[] = [];
  Object.assign(window, { spent });
  let painted = false;
  // oxlint-disable-next-line typescript/unbound-method -- it is called on its context
  const { stroke } = CanvasRenderingContext2D.prototype;
  Object.assign(CanvasRenderingContext2D.prototype, {
    stroke(this: CanvasRenderingContext2D) {
      painted = true;
      Reflect.apply(stroke, this, []);
    },
  });
  // Only frames that paint count: the others would lower the median.
  const requestFrame = window.requestAnimationFrame;
  window.requestAnimationFrame = (callback) =>
    requestFrame.call(window, (now) => {
      painted = false;
      const start = performance.now();
      callback(now);
      if (painted) spent.push(performance.now() - start);
    });
}, storageKeys.preloaderSeen);

for (const path of ["/en", "/en/nowhere"]) {
  const page = await context.newPage();
  await page.goto(url + path);
  await page.waitForSelector("canvas[data-drawn]");
  const spent = () => page.evaluate(() => (window as unknown as { spent: number[] }).spent);
  for (let step = 0; (await spent()).length < frames; step += 1) {
    await page.mouse.move(960 + 700 * Math.cos(step / 40), 400 + 250 * Math.sin(step / 25));
  }
  const sorted = (await spent()).slice(0, frames).toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(frames * share)] ?? 0).toFixed(1);
  console.log(`${path}: median ${at(0.5)} ms, 95 % within ${at(0.95)} ms`);
  await page.close();
}
await browser.close();
server.kill();
rmSync(data, { recursive: true });
