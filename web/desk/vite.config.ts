import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { precompress } from "../precompress.ts";
import { markdown } from "./markdown.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

// The desk is an application of its own: its build shares no file with that of the
// public site. The server writes the document and reads the names from the manifest.
export default defineConfig({
  root,
  base: "/desk/",
  plugins: [react(), markdown(), precompress()],
  publicDir: false,
  build: {
    outDir: `${root}../dist/desk`,
    emptyOutDir: true,
    target: "es2022",
    manifest: "manifest.json",
    // The content security policy allows no data: addresses for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: `${root}src/main.tsx` },
  },
  test: {
    root,
    include: ["src/**/*.test.ts"],
    environment: "happy-dom",
  },
});
