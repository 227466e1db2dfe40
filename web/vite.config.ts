import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { minifySync, type Plugin, transformWithOxc } from "vite";
import { defineConfig } from "vitest/config";
import { storageKeys, timings } from "./src/constants.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

/** Builds the inline boot script, which the server embeds in every document and hashes for its CSP. */
function bootScript(): Plugin {
  return {
    name: "ferrule-boot-script",
    apply: "build",
    async generateBundle() {
      const file = `${root}src/app/boot.ts`;
      const { code } = await transformWithOxc(readFileSync(file, "utf8"), file, {
        define: {
          "bootConstants.colourMode": JSON.stringify(storageKeys.colourMode),
          "bootConstants.preloaderSeen": JSON.stringify(storageKeys.preloaderSeen),
          "bootConstants.heroSeen": JSON.stringify(storageKeys.heroSeen),
          "bootConstants.preloader": JSON.stringify(timings.preloader),
          "bootConstants.firstPress": JSON.stringify(timings.firstPress),
        },
      });
      const source = minifySync("boot.js", code, { compress: { target: "es2022" } }).code.trim();
      this.emitFile({ type: "asset", fileName: "boot.js", source });
    },
  };
}

/** Matches the modules of the forms. */
const forms = /src[\\/]request[\\/]/;

/** Matches the modules of a search's results. */
const results = /src[\\/]search[\\/]/;

/** The icon sets whose icons content may name; the build contains them completely. */
const iconSets = ["lucide"];

/** Adds the icon sets to the server's build, compressed; the browser requests single icons from the server. */
function iconSetFiles(): Plugin {
  return {
    name: "ferrule-icon-sets",
    apply: "build",
    generateBundle() {
      for (const prefix of iconSets) {
        const set = readFileSync(`${root}../node_modules/@iconify-json/${prefix}/icons.json`, "utf8");
        this.emitFile({
          type: "asset",
          fileName: `icons/${prefix}.json.gz`,
          source: gzipSync(JSON.stringify(JSON.parse(set)), { level: 9 }),
        });
      }
    },
  };
}

// Two builds from the same source: the browser's chunks, and one script for the
// server's JavaScript engine (see ARCHITECTURE.md, "Rendering").
export default defineConfig(({ mode }) => {
  const server = mode === "server";
  return {
    root,
    base: "/static/",
    define: {
      "process.env.NODE_ENV": JSON.stringify(
        process.env.VITEST ? "test" : mode === "development" ? "development" : "production",
      ),
    },
    plugins: server ? [react(), bootScript(), iconSetFiles()] : [react(), tailwindcss()],
    publicDir: server ? false : `${root}public`,
    build: server
      ? {
          ssr: `${root}src/app/server.tsx`,
          outDir: `${root}dist/server`,
          emptyOutDir: true,
          target: "es2020",
          minify: true,
          rolldownOptions: {
            output: {
              format: "iife",
              name: "ferruleBundle",
              entryFileNames: "ssr.js",
              codeSplitting: false,
            },
          },
        }
      : {
          outDir: `${root}dist/client`,
          emptyOutDir: true,
          target: "es2022",
          manifest: "manifest.json",
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          rolldownOptions: {
            input: `${root}src/app/browser.tsx`,
            output: {
              // The entry chunk contains the name of every chunk: hexadecimal hashes compress better.
              hashCharacters: "hex",
              entryFileNames: "[name]-[hash].js",
              chunkFileNames: "[name]-[hash].js",
              assetFileNames: "[name]-[hash][extname]",
              // React rarely changes, so it stays cached, and is evaluated in its own task. Modules
              // shared by pages and overlays are in three chunks: the forms, the results of a search and all others.
              codeSplitting: {
                groups: [
                  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
                  { name: "app", tags: ["$initial"], priority: 2 },
                  { name: "common", test: (id) => !forms.test(id) && !results.test(id), minShareCount: 2, priority: 1 },
                  { name: "forms", test: forms, minShareCount: 2 },
                  { name: "results", test: results, minShareCount: 2 },
                ],
              },
            },
          },
        },
    resolve: server
      ? {
          // The synchronous API of react-dom/server: the streaming API needs streams, timers and text encoders.
          alias: {
            "react-dom/server": `${root}../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js`,
          },
          conditions: ["worker", "module", "import", "default"],
        }
      : {},
    ssr: { noExternal: true, target: "webworker" },
    server: {
      host: "127.0.0.1",
      port: 5173,
      strictPort: true,
      // The Go server serves the pages, so URLs in style sheets must be absolute and name this server.
      origin: "http://127.0.0.1:5173",
      cors: true,
    },
    test: {
      root,
      include: ["src/**/*.test.{ts,tsx}"],
      environment: "happy-dom",
    },
  };
});
