// One run of the server for scripts/dev.sh; Node's watcher restarts this script.
import { spawn } from "node:child_process";

const server = spawn("go", ["run", "./cmd/ferrule", "serve", "--demo", "--dev", "http://127.0.0.1:5173"], {
  stdio: "inherit",
  detached: true,
});
// `go run` starts a child of its own: end the whole group.
for (const signal of ["SIGTERM", "SIGINT", "exit"]) {
  process.on(signal, () => {
    try {
      process.kill(-server.pid, "SIGTERM");
    } catch {}
    if (signal !== "exit") process.exit();
  });
}
