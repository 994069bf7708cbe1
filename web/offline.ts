// Writes the service worker. It keeps every file of the build, so that the app starts without a
// network, and changes whenever any of them does. Also compresses the files.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const template = fileURLToPath(new URL("src/service-worker.js", import.meta.url));
const publicFolder = fileURLToPath(new URL("public", import.meta.url));

export function offline(): Plugin {
  return {
    name: "sixfold-offline",
    apply: "build",
    generateBundle(_, bundle) {
      const built = Object.values(bundle)
        .map((file) => file.fileName)
        .filter((name) => name !== "index.html" && !name.endsWith(".map"));
      const copied = readdirSync(publicFolder);
      const digest = createHash("sha256");
      for (const file of Object.values(bundle))
        digest.update(file.fileName).update(file.type === "chunk" ? file.code : file.source);
      for (const name of copied) digest.update(readFileSync(`${publicFolder}/${name}`));
      const files = ["/", ...[...built, ...copied].map((name) => `/${name}`)].sort();
      const source = readFileSync(template, "utf8")
        .replace("__VERSION__", digest.digest("hex").slice(0, 12))
        .replace("__FILES__", JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "service-worker.js", source });
    },
    // The server sends these to clients that accept them.
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle)) {
        const path = `${dir}/${name}`;
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
      }
    },
  };
}
