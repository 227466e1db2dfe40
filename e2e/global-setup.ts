import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary, removeData, sharedVariants } from "./server";

/** Loads the demo content once; each worker copies the folder. */
export default function prepare(): () => void {
  const data = mkdtempSync(join(tmpdir(), "ferrule-e2e-content-"));
  execFileSync(binary, ["content", "import", "demo", "--data", data], { stdio: "inherit" });
  process.env.FERRULE_E2E_DATA = data;
  return () => {
    removeData(sharedVariants());
    removeData(data);
  };
}
