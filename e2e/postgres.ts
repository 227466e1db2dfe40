import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

// With FERRULE_E2E_POSTGRES set the tests run on PostgreSQL, with a database per
// data folder, named after it; otherwise they run on SQLite.

const root = "/usr/lib/postgresql";
const template = "prepared";

/** Returns the folder of the running server and its socket; undefined on SQLite. */
const folder = () => process.env.FERRULE_E2E_POSTGRES_FOLDER;

/** Returns the IDs of the account "postgres" when run as root, which PostgreSQL refuses. */
function account(): { uid: number; gid: number } | object {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

function run(program: string, args: string[], input?: string): void {
  const version = readdirSync(root).toSorted((one, other) => Number(other) - Number(one))[0] ?? "";
  execFileSync(join(root, version, "bin", program), args, {
    ...account(),
    cwd: folder(),
    stdio: ["pipe", "ignore", "inherit"],
    input: input ?? "",
  });
}

/** Starts a server in a temporary folder; the returned function stops it. */
export function startPostgres(): () => void {
  const dir = mkdtempSync(join(tmpdir(), "ferrule-e2e-postgres-"));
  process.env.FERRULE_E2E_POSTGRES_FOLDER = dir;
  const ids = account();
  if ("uid" in ids) chownSync(dir, ids.uid, ids.gid);
  const data = join(dir, "data");
  run("initdb", ["-D", data, "-U", "ferrule", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"]);
  appendFileSync(
    join(data, "postgresql.conf"),
    `listen_addresses = ''\nunix_socket_directories = '${dir}'\nfsync = off\nmax_connections = 300\nclient_min_messages = warning\n`,
  );
  run("pg_ctl", ["-D", data, "-w", "-l", join(dir, "log"), "start"]);
  run("createdb", ["-h", dir, "-U", "ferrule", template]);
  return () => {
    run("pg_ctl", ["-D", data, "-m", "immediate", "stop"]);
    rmSync(dir, { recursive: true, force: true });
  };
}

const address = (database: string) => `postgres:///${database}?host=${folder()}&user=ferrule`;

const databaseOf = (data: string) => basename(data).toLowerCase().replaceAll("-", "_");

/** Returns the flags with which a command finds the database of a data folder. */
export function databaseFlags(data?: string): string[] {
  return folder() ? ["--database", address(data ? databaseOf(data) : template)] : [];
}

/** Creates a data folder's database as a copy of the prepared one; does nothing on SQLite, whose database is in the folder. */
export function copyDatabase(data: string): void {
  if (folder()) run("createdb", ["-h", folder() ?? "", "-U", "ferrule", "-T", template, databaseOf(data)]);
}

export function dropDatabase(data: string): void {
  if (folder()) run("dropdb", ["-h", folder() ?? "", "-U", "ferrule", "--force", "--if-exists", databaseOf(data)]);
}

/** Runs statements; does nothing and returns false on SQLite. */
export function executeInPostgres(data: string, statements: string): boolean {
  if (!folder()) return false;
  run("psql", ["-q", "-v", "ON_ERROR_STOP=1", address(databaseOf(data))], statements);
  return true;
}
