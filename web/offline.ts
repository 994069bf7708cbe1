// Writes the service worker. It keeps every file of the build, so that the app starts without a
// network, and changes whenever any of them does. Also compresses the files, and lists the app's
// addresses for the server.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";
import { addressLines } from "./src/addresses.ts";

const template = fileURLToPath(new URL("src/service-worker.js", import.meta.url));
const messages = fileURLToPath(new URL("../messages", import.meta.url));
const noticeText = /^(app\.name|online\.code|notice\..*)$/;
const linkText =
  /^(app\.(name|tagline|locale)|daily\.title|link\..*|game\.[a-z-]+\.name|notice\.(turn|over)|bot\.[a-z-]+\.name)$/;
const publicFolder = fileURLToPath(new URL("public", import.meta.url));

/** The messages whose key fits, by language. */
function textsOf(wanted: RegExp): Record<string, Record<string, string>> {
  const texts: Record<string, Record<string, string>> = {};
  for (const file of readdirSync(messages).filter((name) => name.endsWith(".json"))) {
    const all = JSON.parse(readFileSync(`${messages}/${file}`, "utf8")) as Record<string, string>;
    texts[file.replace(".json", "")] = Object.fromEntries(
      Object.entries(all).filter(([key]) => wanted.test(key)),
    );
  }
  return texts;
}

export function offline(): Plugin {
  return {
    name: "sixfold-offline",
    apply: "build",
    generateBundle(_, bundle) {
      const built = Object.values(bundle)
        .map((file) => file.fileName)
        .filter((name) => !name.endsWith(".html") && !name.endsWith(".map"));
      // The picture of previews is for other programs.
      const copied = readdirSync(publicFolder).filter((name) => name !== "preview.png");
      const digest = createHash("sha256");
      for (const file of Object.values(bundle))
        digest.update(file.fileName).update(file.type === "chunk" ? file.code : file.source);
      for (const name of copied) digest.update(readFileSync(`${publicFolder}/${name}`));
      const files = ["/", ...[...built, ...copied].map((name) => `/${name}`)].sort();
      const source = readFileSync(template, "utf8")
        .replace("__VERSION__", digest.digest("hex").slice(0, 12))
        .replace("__FILES__", JSON.stringify(files))
        .replace("__TEXTS__", JSON.stringify(textsOf(noticeText)));
      this.emitFile({ type: "asset", fileName: "service-worker.js", source });
      // The server makes previews of links from them.
      const texts = JSON.stringify(textsOf(linkText));
      this.emitFile({ type: "asset", fileName: "link-texts.json", source: texts });
      const addresses = `${addressLines().join("\n")}\n`;
      this.emitFile({ type: "asset", fileName: "addresses.txt", source: addresses });
    },
    // The server sends these to clients that accept them.
    async writeBundle({ dir }, bundle) {
      const pack = async (name: string) => {
        const path = `${dir}/${name}`;
        const bytes = readFileSync(path);
        writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes));
      };
      await Promise.all(Object.keys(bundle).map(pack));
    },
  };
}
