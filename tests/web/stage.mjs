// A server and a browser for the tests of a file, started before the first test and stopped after
// the last.
import { after, before } from "node:test";

import { launch, serveFiles } from "./browser.mjs";

export function stage(serve = serveFiles) {
  const server = {};
  const chrome = {};
  before(async () => {
    Object.assign(server, await serve());
    Object.assign(chrome, await launch());
  });
  after(async () => {
    await chrome.close();
    await server.close();
  });
  return { server, chrome };
}
