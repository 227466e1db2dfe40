import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";

/** The key in session storage of the recorded messages, for all pages of a tab. */
const key = "test-page-errors";

/** Records console messages and uncaught errors; runs before the page's own first script. */
const script = `(() => {
  const record = (text) => { sessionStorage["${key}"] = JSON.stringify([...JSON.parse(sessionStorage["${key}"] ?? "[]"), text]); };
  for (const kind of ["log", "info", "warn", "error", "debug"]) {
    console[kind] = (...parts) => record(kind + ": " + parts.map(String).join(" "));
  }
  addEventListener("error", (event) => record("uncaught: " + event.message));
  addEventListener("unhandledrejection", (event) => record("uncaught: " + event.reason));
})()`;

/** An expression whose value is the list of recorded messages. */
export const recordedErrors = `JSON.parse(sessionStorage["${key}"] ?? "[]")`;

const hash = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/**
 * Starts a proxy that inserts the recording script into each document:
 * WebKitGTK's driver does not report console messages.
 */
export async function startListener(origin: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const { "accept-encoding": _, "if-none-match": __, ...headers } = incoming.headers;
    const upstream = request(origin + incoming.url, { method: incoming.method ?? "GET", headers }, (reply) => {
      if (!reply.headers["content-type"]?.startsWith("text/html")) {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
        return;
      }
      void textOf(reply).then((html) => {
        const { "content-length": ___, "content-security-policy": policy, ...otherHeaders } = reply.headers;
        outgoing.writeHead(reply.statusCode ?? 502, {
          ...otherHeaders,
          "content-security-policy": String(policy).replace("script-src ", `script-src ${hash} `),
        });
        outgoing.end(html.replace("<head>", `<head><script>${script}</script>`));
      });
    });
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
