import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { offline } from "./offline.ts";

const root = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.SIXFOLD_SERVER ?? "http://127.0.0.1:8080";

/** The page asks for the module at once, although its scripts come first. */
const earlyModule = (): Plugin => ({
  name: "sixfold-early-module",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(_, { bundle }) {
      const name = Object.keys(bundle ?? {}).find((file) => /\/sixfold-.*\.wasm$/.test(file));
      if (!name) throw new Error("the build has no sixfold.wasm");
      const attrs = { rel: "preload", as: "fetch", crossorigin: true, fetchpriority: "low" };
      return [{ tag: "link", attrs: { ...attrs, href: `/${name}` }, injectTo: "head" }];
    },
  },
});

export default defineConfig({
  plugins: [svelte(), earlyModule(), offline()],
  resolve: {
    alias: {
      $messages: root("../messages"),
      $module: root("../build/wasm"),
      $examples: root("../tests/examples"),
    },
    // Tests use the browser versions of components.
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [root("index.html"), root("embed.html")],
      output: {
        // What every table needs is one chunk, even if other pages use parts of it.
        codeSplitting: { groups: [{ name: "board", test: /src\/(board\/(?!Diagram)|themes\/)/ }] },
      },
    },
  },
  worker: { format: "es" },
  server: {
    fs: { allow: [".."] },
    proxy: { "/ws": { target: server, ws: true }, "/api": { target: server } },
  },
  test: { include: ["src/**/*.test.ts"] },
});
