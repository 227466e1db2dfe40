import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Server, startServer } from "./server.ts";

// Where FERRULE_E2E_REPLICAS is set, a worker's server is two, behind a balancer,
// on one PostgreSQL and one data folder. All the while one of them is killed and
// started again, then the other.

const names = ["first", "second"] as const;
type Name = (typeof names)[number];

/** What docs/replicas.md shows, on ports that are free. */
function configuration(site: number, figures: number, ports: Record<Name, number>): string {
  const places: Record<string, number> = { 80: site, 8404: figures, 8081: ports.first, 8082: ports.second };
  const text = readFileSync(new URL("../docs/haproxy.cfg", import.meta.url), "utf8");
  return text.replace(/(?<=127\.0\.0\.1:)\d+$/gm, (port) => String(places[port]));
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  listener.close();
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

/** Whether the balancer sends visitors to a replica. */
async function isServing(figures: number, name: Name): Promise<boolean> {
  try {
    const table = await (await fetch(`http://127.0.0.1:${figures}/;csv`)).text();
    return table.split("\n").some((line) => line.startsWith(`ferrule,${name},`) && line.includes(",UP,"));
  } catch {
    return false; // the balancer is starting
  }
}

/** Two servers that are never left alone; the returned one is what visitors see of them. */
export async function startReplicas(data: string): Promise<Server> {
  if (!process.env.FERRULE_E2E_POSTGRES) throw new Error("replicas share a PostgreSQL: set FERRULE_E2E_POSTGRES");
  const [site, figures, first, second] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const ports = { first, second };
  const folder = mkdtempSync(join(tmpdir(), "ferrule-balancer-"));
  writeFileSync(join(folder, "haproxy.cfg"), configuration(site, figures, ports));
  const start = (name: Name) =>
    startServer(data, "--listen", `127.0.0.1:${ports[name]}`, "--trusted-proxies", "127.0.0.1");
  const replicas: Record<Name, Server> = { first: await start("first"), second: await start("second") };
  const balancer = startBalancer(join(folder, "haproxy.cfg"));
  const serving = async (name: Name) => {
    while (!(await isServing(figures, name))) {
      if (balancer.exitCode !== null) throw new Error(`the balancer ended with ${balancer.exitCode}`);
      await pause(50);
    }
  };
  await Promise.all(names.map(serving));

  let ended = false;
  let kills = 0;
  const torment = (async () => {
    while (!ended) {
      for (const name of names) {
        await replicas[name].kill();
        replicas[name] = await start(name);
        await serving(name);
        kills++;
      }
    }
  })();
  const end = async (how: "kill" | "stop") => {
    ended = true;
    await torment;
    await Promise.all(names.map((name) => replicas[name][how]()));
    balancer.kill();
    rmSync(folder, { recursive: true, force: true });
    console.log(`replicas: ${kills} times one was killed`);
  };
  return { url: `http://127.0.0.1:${site}`, data, kill: () => end("kill"), stop: () => end("stop") };
}

function startBalancer(file: string): ChildProcess {
  // Not in everyone's path.
  const program = existsSync("/usr/sbin/haproxy") ? "/usr/sbin/haproxy" : "haproxy";
  execFileSync(program, ["-c", "-q", "-f", file], { stdio: "inherit" });
  // Quiet: it would tell of each kill.
  return spawn(program, ["-db", "-q", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
}
