import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { minifySync, type Plugin, transformWithOxc } from "vite";
import { defineConfig } from "vitest/config";
import { cookies, storageKeys, timings } from "./src/constants.ts";
import { sessionKeys } from "./src/lazy-constants.ts";
import { darkRules } from "./dark-rules.ts";
import { precompress } from "./precompress.ts";

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
          "bootConstants.cart": JSON.stringify(storageKeys.cart),
          "bootConstants.colourMode": JSON.stringify(storageKeys.colourMode),
          "bootConstants.preloaderSeen": JSON.stringify(storageKeys.preloaderSeen),
          "bootConstants.heroSeen": JSON.stringify(sessionKeys.heroSeen),
          "bootConstants.typed": JSON.stringify(sessionKeys.typed),
          "bootConstants.consent": JSON.stringify(cookies.consent.name),
          "bootConstants.languageKey": JSON.stringify(storageKeys.language),
          "bootConstants.languageCookie": JSON.stringify(cookies.language.name),
          "bootConstants.languageMaxAge": JSON.stringify(cookies.language.maxAge),
          "bootConstants.preloader": JSON.stringify(timings.preloader),
          "bootConstants.firstPress": JSON.stringify(timings.firstPress),
        },
      });
      const source = minifySync("boot.js", code, { compress: { target: "es2022" } }).code.trim();
      this.emitFile({ type: "asset", fileName: "boot.js", source });
    },
  };
}

/** Fails the build on a dynamic import of a module of the importer's own chunk, which loads nothing on demand. */
function effectiveImports(): Plugin {
  const ineffective: string[] = [];
  return {
    name: "ferrule-effective-imports",
    apply: "build",
    onLog(_, { code, message }) {
      if (code === "INEFFECTIVE_DYNAMIC_IMPORT") ineffective.push(message);
    },
    closeBundle() {
      if (ineffective.length > 0) this.error(ineffective.join("\n"));
    },
  };
}

/** Matches the modules of the forms. */
const forms = /src[\\/]request[\\/].*[.]tsx?$/;

/** Matches the modules of a search's results. */
const results = /src[\\/]search[\\/].*[.]tsx?$/;

/** Matches the modules of pasted lists, apart from the buttons that open them. */
const lists = /src[\\/](bom|routes[\\/]cart)[\\/](?!buttons|bom-entry)/;

/** Matches the modules of the stored cart. */
const cart = /src[\\/]cart[\\/](actions|stored-cart|changes|shared-items)[.]ts$|[\\/]valibot[\\/]/;

/** Matches the modules of compressed storage. */
const packed = /src[\\/]browser[\\/]packed[.]ts$|[\\/]fflate[\\/]/;

/** Matches style sheets; their names are unique. */
const styles = /([\w-]+)[.]css$/;

/** The order of the components' style sheets: rules of equal specificity in later folders win. */
const folders = [
  "app",
  "ui",
  "language",
  "shell",
  "search",
  "cart",
  "bom",
  "catalogue",
  "company",
  "request",
  "routes",
];

/**
 * Makes styles.json, the styles that the server puts into documents: those of the first
 * window of every page (`core`, app/styles.css); by route those of the components that
 * the route imports statically, which are all that it renders; and those of the shell's
 * components, which are below the first window or closed at first (`shell`), so that
 * they follow the markup. All others, and those of the routes, are in one style sheet
 * (`file`). No chunk requests a style sheet. `dark` is the dark theme's rules for
 * documents whose scripts do not run.
 */
function documentStyles(): Plugin {
  return {
    name: "ferrule-document-styles",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "pre",
      handler(_, bundle) {
        const sources = new Map<string, string>();
        for (const [file, output] of Object.entries(bundle)) {
          if (output.type === "chunk") output.viteMetadata?.importedCss.clear();
          else if (styles.test(file)) {
            // Vite leaves a comment of its own in each sheet.
            const source = String(output.source).replaceAll(/\/\*.*?\*\//gs, "");
            sources.set(file.replace(/-[0-9a-f]+[.]css$/, ""), source.trim());
            delete bundle[file];
          }
        }
        const reachable = (id: string, found = new Set<string>()): Set<string> => {
          if (found.has(id)) return found;
          found.add(id);
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) reachable(next, found);
          return found;
        };
        const order = (id: string) => folders.indexOf(id.slice(`${root}src/`.length).split("/")[0] ?? "");
        const sheet = (ids: Iterable<string>) =>
          [...ids]
            .filter((id) => styles.test(id))
            .toSorted((a, b) => order(a) - order(b) || (a < b ? -1 : 1))
            .map((id) => sources.get(styles.exec(id)?.[1] ?? "") ?? "")
            .join("\n");
        const core = `${root}src/app/styles.css`;
        const shell = reachable(`${root}src/app/late-parts.tsx`, reachable(`${root}src/app/browser.tsx`));
        const routes: Record<string, string> = {};
        // In an order of its own: the same source gives the same bytes.
        const all = [...this.getModuleIds()].toSorted();
        for (const id of all) {
          const route = /src[\\/]routes[\\/]([\w-]+)[.]tsx$/.exec(id)?.[1];
          if (route && this.getModuleInfo(id)?.dynamicImporters.length)
            routes[route] = sheet([...reachable(id)].filter((each) => !shell.has(each)));
        }
        const rest = sheet(all.filter((id) => !shell.has(id)));
        const file = this.getFileName(this.emitFile({ type: "asset", name: "styles.css", source: rest }));
        const dark = this.getFileName(
          this.emitFile({ type: "asset", name: "dark.css", source: darkRules(sheet(all)) }),
        );
        const fonts = Object.keys(bundle)
          .filter((name) => name.endsWith(".woff2"))
          .toSorted();
        this.emitFile({
          type: "asset",
          fileName: "styles.json",
          source: JSON.stringify({
            file,
            dark,
            fonts,
            core: sheet([core]),
            shell: sheet([...shell].filter((id) => id !== core)),
            routes,
          }),
        });
      },
    },
  };
}

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
// server's JavaScript engine (see ARCHITECTURE.md, "Flow 1: a page view").
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
    plugins: server
      ? [react(), bootScript(), iconSetFiles()]
      : [react(), documentStyles(), effectiveImports(), precompress()],
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
          modulePreload: {
            polyfill: false,
            // The entry has loaded its own imports.
            resolveDependencies: (_, files) => files.filter((file) => !/^(react|rolldown-runtime)-/.test(file)),
          },
          rolldownOptions: {
            input: `${root}src/app/browser.tsx`,
            output: {
              // The entry chunk contains the name of every chunk: hexadecimal hashes compress better.
              hashCharacters: "hex",
              entryFileNames: "[name]-[hash].js",
              chunkFileNames: "[name]-[hash].js",
              assetFileNames: "[name]-[hash][extname]",
              // React rarely changes, so it stays cached, and is evaluated in its own task. Modules
              // shared by pages and overlays are in six chunks, so that a page loads few that it does not use.
              codeSplitting: {
                groups: [
                  { name: (id) => styles.exec(id)?.[1] ?? null, test: styles, priority: 4 },
                  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
                  { name: "app", tags: ["$initial"], priority: 2 },
                  {
                    name: "common",
                    test: (id) => ![forms, results, lists, cart, packed].some((group) => group.test(id)),
                    minShareCount: 2,
                    priority: 1,
                  },
                  { name: "packed", test: packed, priority: 2 },
                  { name: "lists", test: lists, minShareCount: 2 },
                  { name: "cart", test: cart, minShareCount: 2 },
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
      // A machine that does other work as well needs longer than the default of 5 s.
      testTimeout: 60_000,
    },
  };
});
