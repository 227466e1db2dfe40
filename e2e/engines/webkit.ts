import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { recordedErrors, startListener } from "./listener";
import { type Engine, type Key, type Tab, until } from "./tab";

const driver = process.env.WEBKIT_DRIVER ?? "/usr/bin/WebKitWebDriver";

/** The code points of keys (W3C WebDriver, 17.4.2). */
const keys: Record<Key, string> = { Escape: "\uE00C", Enter: "\uE007", Tab: "\uE004" };

/** The web element identifier of the protocol. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/**
 * Starts Debian's WebKitGTK MiniBrowser on a virtual display and drives it
 * through the W3C WebDriver protocol, with plain HTTP requests.
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
  const call = (method: string, path: string, body?: unknown) =>
    request(method, `http://127.0.0.1:${port}${path}`, body);
  await until(() => call("GET", "/status").then(() => true));
  return {
    open: async (origin) => {
      const listener = await startListener(origin);
      let session = { sessionId: "" };
      // Occasionally the browser starts without reporting back; start another one.
      await until(async () => {
        session = (await call("POST", "/session", {
          // Do not wait for the load event, which a video without codecs delays for seconds.
          capabilities: { alwaysMatch: { pageLoadStrategy: "none" } },
        })) as { sessionId: string };
        return true;
      });
      const { sessionId } = session;
      const tab = sessionTab((method, path, body) => call(method, `/session/${sessionId}${path}`, body));
      return {
        url: listener.url,
        tab: {
          ...tab,
          pageErrors: () => tab.evaluate<string[]>(recordedErrors),
          close: async () => {
            await call("DELETE", `/session/${sessionId}`);
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

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

function sessionTab(call: Call): Omit<Tab, "pageErrors" | "close"> {
  const evaluate = <T>(expression: string) =>
    call("POST", "/execute/sync", { script: `return (${expression})`, args: [] }) as Promise<T>;
  const type = async (text: string) => {
    const actions = Array.from(text).flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await call("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  };
  const rect = (width: number, height: number) => call("POST", "/window/rect", { width, height });
  return {
    goto: async (url, ready) => {
      await until(() => evaluate("window.formerPage = true"));
      await until(() => call("POST", "/url", { url }).then(() => true));
      // Until the new document is loaded, the previous one replies.
      await until(() =>
        evaluate(`!window.formerPage && (${ready}) || [location.href, document.readyState, window.formerPage].join()`),
      );
    },
    back: async () => void (await call("POST", "/back", {})),
    forward: async () => void (await call("POST", "/forward", {})),
    resize: async (width, height) => {
      // The window's size includes its toolbar, and the page is resized a little later.
      let whole = height;
      await until(async () => {
        await rect(width, whole);
        const [inner, outer] = await evaluate<[number, number]>("[innerWidth, innerHeight]");
        whole += height - outer;
        return inner === width && outer === height;
      });
    },
    // The driver refuses to click an element that is still moving.
    click: (selector) =>
      until(async () => {
        const found = await call("POST", "/element", { using: "css selector", value: selector });
        await call("POST", `/element/${(found as { [elementKey]: string })[elementKey]}/click`, {});
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
    // A call to a page whose process is being replaced never returns.
    signal: AbortSignal.timeout(15_000),
  });
  const { value } = (await reply.json()) as { value: { error?: string; message?: string } };
  if (!reply.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}

/** Writes a configuration in which the browser's toolbar allows a window as narrow as a phone's; returns its folder. */
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
