// Runs the Go server for scripts/dev.sh; Node's watch mode restarts this script.
import { spawn } from "node:child_process";

const server = spawn("go", ["run", "./cmd/ferrule", "serve", "--demo", "--dev", "http://127.0.0.1:5173"], {
  stdio: "inherit",
  detached: true,
});
// `go run` starts a child process, so signals go to the whole process group.
for (const signal of ["SIGTERM", "SIGINT", "exit"]) {
  process.on(signal, () => {
    try {
      process.kill(-server.pid, "SIGTERM");
    } catch {}
    if (signal !== "exit") process.exit();
  });
}
