import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { heard, startListener } from "./listener";
import { type Engine, type Key, type Tab, until } from "./tab";

const driver = process.env.WEBKIT_DRIVER ?? "/usr/bin/WebKitWebDriver";

/** Characters that stand for keys (W3C WebDriver, 17.4.2). */
const keys: Record<Key, string> = { Escape: "\uE00C", Enter: "\uE007", Tab: "\uE004" };

/** The key under which the protocol names an element. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/**
 * Debian's WebKitGTK: its small browser on a screen in memory, through the W3C
 * WebDriver protocol, of which the flows need so little that plain requests do.
 */
export async function startWebKit(): Promise<Engine> {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1920x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const display = await firstLine(screen.stdio[3] as Readable);
  const config = slimToolbar();
  const port = await freePort();
  const service = spawn(driver, [`--port=${port}`, "--replace-on-new-session"], {
    env: { ...process.env, DISPLAY: `:${display}`, XDG_CONFIG_HOME: config, NO_AT_BRIDGE: "1" },
    stdio: "ignore",
  });
  const ask = (method: string, path: string, body?: unknown) =>
    request(method, `http://127.0.0.1:${port}${path}`, body);
  await until(() => ask("GET", "/status").then(() => true));
  return {
    open: async (origin) => {
      const listener = await startListener(origin);
      let session = { sessionId: "" };
      // Now and then its browser starts without reporting back; a new one takes its place.
      await until(async () => {
        session = (await ask("POST", "/session", {
          // Nobody waits for the browser's own idea of a loaded page: without codecs a video holds it back for seconds.
          capabilities: { alwaysMatch: { pageLoadStrategy: "none" } },
        })) as { sessionId: string };
        return true;
      });
      const { sessionId } = session;
      const tab = sessionTab((method, path, body) => ask(method, `/session/${sessionId}${path}`, body));
      return {
        url: listener.url,
        tab: {
          ...tab,
          complaints: () => tab.evaluate<string[]>(heard),
          close: async () => {
            await ask("DELETE", `/session/${sessionId}`);
            await listener.stop();
          },
        },
      };
    },
    stop: async () => {
      await ended(service);
      await ended(screen);
      rmSync(config, { recursive: true });
    },
  };
}

type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;

function sessionTab(ask: Ask): Omit<Tab, "complaints" | "close"> {
  const evaluate = <T>(expression: string) =>
    ask("POST", "/execute/sync", { script: `return (${expression})`, args: [] }) as Promise<T>;
  const type = async (text: string) => {
    const actions = Array.from(text).flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await ask("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  };
  const rect = (width: number, height: number) => ask("POST", "/window/rect", { width, height });
  return {
    goto: async (url, ready) => {
      await until(() => evaluate("window.formerPage = true"));
      await until(() => ask("POST", "/url", { url }).then(() => true));
      // The former document answers until the new one has taken its place.
      await until(() =>
        evaluate(`!window.formerPage && (${ready}) || [location.href, document.readyState, window.formerPage].join()`),
      );
    },
    back: async () => void (await ask("POST", "/back", {})),
    forward: async () => void (await ask("POST", "/forward", {})),
    resize: async (width, height) => {
      // The window's size counts its toolbar, and the page learns of it a little later.
      let whole = height;
      await until(async () => {
        await rect(width, whole);
        const [inner, outer] = await evaluate<[number, number]>("[innerWidth, innerHeight]");
        whole += height - outer;
        return inner === width && outer === height;
      });
    },
    // What is still on its way cannot be clicked yet, which the driver refuses.
    click: (selector) =>
      until(async () => {
        const found = await ask("POST", "/element", { using: "css selector", value: selector });
        await ask("POST", `/element/${(found as { [elementKey]: string })[elementKey]}/click`, {});
        return true;
      }),
    type,
    press: (key) => type(keys[key]),
    evaluate,
  };
}

async function request(method: string, url: string, body: unknown): Promise<unknown> {
  const reply = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // A question to a page whose process is just being replaced is never answered.
    signal: AbortSignal.timeout(15_000),
  });
  const { value } = (await reply.json()) as { value: { error?: string; message?: string } };
  if (!reply.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}

/** A configuration in which the browser's toolbar does not keep the window wider than a phone. */
function slimToolbar(): string {
  const folder = mkdtempSync(join(tmpdir(), "ferrule-webkit-"));
  mkdirSync(join(folder, "gtk-3.0"));
  writeFileSync(join(folder, "gtk-3.0", "gtk.css"), "* { min-width: 0; padding: 0; margin: 0; font-size: 4px }");
  return folder;
}

function firstLine(stream: Readable): Promise<string> {
  return new Promise((resolve) => stream.once("data", (line: Buffer) => resolve(line.toString().trim())));
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

function ended(process: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    process.once("exit", () => resolve());
    process.kill();
  });
}
