import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const extensions = new Set([".js", ".mjs", ".css", ".svg", ".json"]);

/** Writes FILE.br and FILE.gz beside each text of a build; the server sends them as they are (internal/server/static.go). */
export function precompress(): Plugin {
  return {
    name: "ferrule-precompress",
    apply: "build",
    writeBundle({ dir = "" }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
        if (!extensions.has(extname(name))) continue;
        const file = join(dir, name);
        const body = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(body)); // at the highest quality
        writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
      }
    },
  };
}
