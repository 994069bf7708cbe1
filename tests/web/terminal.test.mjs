// A person in the browser against a person in a terminal, over a real server.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { openPage, program, serveGames } from "./browser.mjs";
import { playToTheEnd } from "./player.mjs";
import { stage } from "./stage.mjs";

const folder = mkdtempSync(join(tmpdir(), "sixfold-terminal-"));
after(() => {
  tmux("kill-server");
  rmSync(folder, { recursive: true, force: true });
});
const { server, chrome } = stage(() => serveGames("--bot-pace", "0", "--log", "off"));

const socket = `sixfold-web-${process.pid}`;
function tmux(...args) {
  const environment = { ...process.env, LC_ALL: "C.UTF-8", TMUX: "" };
  return execFileSync("tmux", ["-L", socket, ...args], { encoding: "utf8", env: environment });
}
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The terminal's screen as soon as it shows what is wanted; null if it never does. */
async function shows(wanted, time) {
  for (const until = Date.now() + time; Date.now() < until; await pause(20)) {
    const shown = tmux("capture-pane", "-p");
    if (wanted.test(shown) && tmux("capture-pane", "-p") === shown) return shown;
  }
  return null;
}
async function screen(wanted) {
  const shown = await shows(wanted, 120_000);
  if (shown === null)
    throw new Error(`waited in vain for ${wanted}:\n${tmux("capture-pane", "-p")}`);
  return shown;
}

/** Plays in the terminal by its hints until the game is over. */
async function playInTerminal() {
  for (;;) {
    const shown = await screen(/Your turn|Result/);
    if (/Result/.test(shown)) return shown;
    if (/Nothing can be placed/.test(shown)) {
      tmux("send-keys", "x");
    } else {
      // If the screen is from before the last move was acknowledged, no hint comes.
      tmux("send-keys", "h");
      if (!(await shows(/h for more/, 5000))) continue;
      tmux("send-keys", "h", "h", "h", "h");
      if (!(await shows(/This move|Your choice/, 5000))) continue;
      tmux("send-keys", "Enter");
    }
    await screen(/^(?![^]*(This move|Your choice))/);
  }
}

test("a game between a terminal and a browser", async () => {
  const command = `exec env XDG_STATE_HOME=${folder} TERM=tmux-256color LC_ALL=C.UTF-8 ${program} play \
    --server ${server.url} --variant base --players 2 --hints --names Ann --hint-ms 5`;
  tmux("-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "30", command);
  const waiting = await screen(/\/t\/[A-Z]{6}/);
  const path = /\/t\/[A-Z]{6}/.exec(waiting)[0];

  const ben = await openPage(chrome.browser, server.url + path, {
    settings: { name: "Ben", brisk: true },
  });
  await ben.getByRole("button", { name: "Sit down" }).click();
  await ben.locator(".rack > button").first().waitFor();
  await screen(/Your tiles/);

  const [shown] = await Promise.all([playInTerminal(), playToTheEnd(ben)]);
  await ben.locator(".headline").waitFor();
  const scores = await ben.locator("tbody.tabular td:nth-of-type(1)").allTextContents();
  const game = await (await fetch(`${server.url}/api${path.replace("/t/", "/codes/")}`)).json();
  const record = await (await fetch(`${server.url}/api/games/${game.game}/record`)).json();
  assert.equal(record.players.map((player) => player.name).join(), "Ann,Ben");
  assert.ok(record.turns.filter((turn) => turn.seat === 0 && turn.place).length > 3);
  assert.ok(record.turns.filter((turn) => turn.seat === 1 && turn.place).length > 3);
  for (const score of record.scores) {
    assert.match(shown, new RegExp(`\\b${score}\\b`));
    assert.ok(scores.includes(String(score)), `${score} is not among ${scores}`);
  }
  assert.deepEqual(ben.faults, []);
  await ben.context().close();
});
