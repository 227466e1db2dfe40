import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Server, startServer } from "./server.ts";

// With FERRULE_E2E_REPLICAS set, a worker's server is a load balancer with two
// replicas on one PostgreSQL database and one data folder, which are killed and
// restarted alternately during the tests.

const names = ["first", "second"] as const;
type Name = (typeof names)[number];

/** Returns the configuration of docs/replicas.md with free ports. */
function configuration(site: number, figures: number, ports: Record<Name, number>): string {
  const places: Record<string, number> = { 80: site, 8404: figures, 8081: ports.first, 8082: ports.second };
  const text = readFileSync(new URL("../docs/haproxy.cfg", import.meta.url), "utf8");
  return text.replace(/(?<=127\.0\.0\.1:)\d+$/gm, (port) => String(places[port]));
}

export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  listener.close();
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

/** Reports whether the balancer sends requests to a replica. */
async function isServing(figures: number, name: Name): Promise<boolean> {
  try {
    const table = await (await fetch(`http://127.0.0.1:${figures}/;csv`)).text();
    return table.split("\n").some((line) => line.startsWith(`ferrule,${name},`) && line.includes(",UP,"));
  } catch {
    return false; // the balancer is starting
  }
}

/** Starts two replicas that are killed alternately; returns the balancer in front of them. */
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
      if (balancer.exitCode !== null) throw new Error(`start balancer: exit code ${balancer.exitCode}`);
      await pause(50);
    }
  };
  await Promise.all(names.map(serving));

  let ended = false;
  let kills = 0;
  const restarts = (async () => {
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
    await restarts;
    await Promise.all(names.map((name) => replicas[name][how]()));
    balancer.kill();
    rmSync(folder, { recursive: true, force: true });
    console.log(`replicas: ${kills} kills`);
  };
  return { url: `http://127.0.0.1:${site}`, data, kill: () => end("kill"), stop: () => end("stop") };
}

function startBalancer(file: string): ChildProcess {
  // Not in every user's PATH.
  const program = existsSync("/usr/sbin/haproxy") ? "/usr/sbin/haproxy" : "haproxy";
  execFileSync(program, ["-c", "-q", "-f", file], { stdio: "inherit" });
  // Quiet: it would log each kill.
  return spawn(program, ["-db", "-q", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
}
