import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { copyDatabase, databaseFlags, dropDatabase, executeInPostgres } from "./postgres.ts";

export const binary = fileURLToPath(new URL("../bin/ferrule", import.meta.url));

/** A running Ferrule server with its own data folder and port. */
export interface Server {
  url: string;
  data: string;
  /** Kills the process immediately, as a power cut would. */
  kill: () => Promise<void>;
  /** Shuts it down gracefully. */
  stop: () => Promise<void>;
}

/** Starts the real server; resolves when it logs that it is ready. */
export async function startServer(data: string, ...flags: string[]): Promise<Server> {
  // All tests of a worker send from one address, more than the rate limit allows.
  const limits = ["--request-rate", "100000"];
  const own = [
    "--listen",
    "127.0.0.1:0",
    "--metrics-listen",
    "",
    "--data",
    data,
    // Pages are rendered on request.
    "--no-warm",
    "--variants",
    sharedVariants(),
    ...limits,
  ];
  const process = spawn(binary, ["serve", ...own, ...databaseFlags(data), ...flags]);
  const url = await readyAddress(process);
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (process.exitCode !== null || process.signalCode !== null) return resolve();
      process.once("exit", () => resolve());
      process.kill(signal);
    });
  return { url, data, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}

/** Returns the folder of picture variants, each of which is generated once for all tests. */
export function sharedVariants(): string {
  return `${preparedData()}-variants`;
}

/** Returns the folder with the demo content that global-setup.ts prepared. */
function preparedData(): string {
  const folder = process.env.FERRULE_E2E_DATA;
  if (!folder) throw new Error("global-setup.ts did not run");
  return folder;
}

function readyAddress(process: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = /Ferrule is ready: (http:\/\/\S+?)\/?\s/.exec(output);
      if (match?.[1]) resolve(match[1]);
    };
    process.stdout?.on("data", read);
    process.stderr?.on("data", read);
    process.once("exit", (code) => reject(new Error(`start ferrule: exit code ${code}:\n${output}`)));
  });
}

/** Runs a server, started by `start`, on fresh data while `use` runs. */
export async function withServer(
  use: (server: Server) => Promise<void>,
  start: (data: string) => Promise<Server> = startServer,
): Promise<void> {
  const data = freshData();
  const server = await start(data);
  await use(server);
  await server.stop();
  removeData(data);
}

/** Returns a copy of the prepared data folder, so that tests do not see each other's requests. */
export function freshData(): string {
  const folder = mkdtempSync(join(tmpdir(), "ferrule-e2e-"));
  // A file's modification time is part of the key of its variants.
  cpSync(preparedData(), folder, { recursive: true, preserveTimestamps: true });
  copyDatabase(folder);
  return folder;
}

/** Changes the content of a folder that no server uses, and increments its revision, because indexes are stored. */
export function editContent(data: string, statements: string): void {
  const all = `${statements};UPDATE ferrule_revision SET value=value+1;`;
  if (executeInPostgres(data, all)) return;
  const content = new DatabaseSync(join(data, "content.db"));
  content.exec(all);
  content.close();
}

/** Changes stored requests, also while a server uses them. */
export function editRequests(data: string, statements: string): void {
  if (executeInPostgres(data, statements)) return;
  const requests = new DatabaseSync(join(data, "requests.db"));
  requests.exec(`PRAGMA busy_timeout = 5000; ${statements}`);
  requests.close();
}

/** Makes the content unreadable for a running server. */
export function breakContent(data: string): void {
  if (executeInPostgres(data, "DROP SCHEMA public CASCADE")) return;
  writeFileSync(join(data, "content.db"), "not a database any more ".repeat(100_000));
}

export function removeData(folder: string): void {
  dropDatabase(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the stored requests as the command line lists them, including those marked as filled in too fast. */
export function listRequests(data: string): { reference: string; name: string; phone: string }[] {
  const format = ["--format", "json"];
  return JSON.parse(
    execFileSync(
      binary,
      ["requests", "list", "--state", "open,spam", ...format, "--data", data, ...databaseFlags(data)],
      // A stored request has up to 5,000 lines, more than Node.js reads by default.
      { encoding: "utf8", maxBuffer: 64 << 20 },
    ),
  );
}

/** Adds an administrator to a folder and returns the token. */
export function administratorToken(data: string): string {
  const args = [
    "users",
    "add",
    "--email",
    "client@example.com",
    "--role",
    "administrator",
    "--token",
    "--data",
    data,
    ...databaseFlags(data),
  ];
  return execFileSync(binary, args, { encoding: "utf8" }).trim();
}

/** Adds an editor to a folder. */
export function addAccount(data: string, email: string, password: string): void {
  execFileSync(binary, ["users", "add", "--email", email, "--password-stdin", "--data", data, ...databaseFlags(data)], {
    input: `${password}\n`,
  });
}

/** Loads records into a folder, as the command line does. */
export function importContent(data: string, items: Record<string, unknown>): void {
  const folder = mkdtempSync(join(tmpdir(), "ferrule-import-"));
  writeFileSync(join(folder, "content.json"), JSON.stringify({ files: [], items }));
  execFileSync(binary, ["content", "import", folder, "--data", data, ...databaseFlags(data)]);
  removeData(folder);
}
