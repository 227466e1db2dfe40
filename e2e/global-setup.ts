import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseFlags, startPostgres } from "./postgres";
import { binary, removeData, sharedVariants } from "./server";

/** Loads the demo content into a folder that each worker copies; returns the teardown. */
export default function prepare(): () => void {
  const data = mkdtempSync(join(tmpdir(), "ferrule-e2e-content-"));
  const stop = process.env.FERRULE_E2E_POSTGRES ? startPostgres() : () => {};
  execFileSync(binary, ["content", "import", "demo", "--data", data, ...databaseFlags()], { stdio: "inherit" });
  process.env.FERRULE_E2E_DATA = data;
  return () => {
    removeData(sharedVariants());
    removeData(data);
    stop();
  };
}
