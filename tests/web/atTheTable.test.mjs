// What a table on the server shows besides the board: clocks, pauses, requests, what was said.
import assert from "node:assert/strict";
import { test } from "node:test";

import { serveGames } from "./browser.mjs";
import { annAndBen, choose, clock, closeAll, leave, phone, resign, tablet } from "./people.mjs";
import { stage } from "./stage.mjs";

const { server, chrome } = stage(() => serveGames("--bot-pace", "0", "--seed-wait", "60000", "--log", "off"));

const tenMinutes = clock("Time per player", {
  "Minutes per player": 10,
  "Seconds added per turn": 0,
});
const seatOf = (page, name) => page.locator(".seat", { hasText: name });
const seconds = async (page, name) => {
  const [minutes, rest] = (await seatOf(page, name).locator(".clock").innerText()).split(":");
  return 60 * Number(minutes) + Number(rest);
};

test("clocks are large, and show after the end what was left", async () => {
  for (const anns of [phone, {}]) {
    const { ann, ben, mover } = await annAndBen(chrome, server, { edit: tenMinutes, anns });
    const name = mover === ann ? "Ann" : "Ben";
    for (const page of [ann, ben]) {
      const sizes = await seatOf(page, "Ann").evaluate((seat) =>
        [".clock", ".name", ".score"].map((one) =>
          parseFloat(getComputedStyle(seat.querySelector(one)).fontSize),
        ),
      );
      assert.ok(sizes[0] > sizes[1] && sizes[0] > sizes[2], JSON.stringify(sizes));
      assert.equal(await page.locator(".clock.runs").count(), 1);
      await seatOf(page, name).locator(".clock.runs").waitFor();
    }
    while ((await seconds(ann, name)) > 596) await new Promise((done) => setTimeout(done, 50));
    await resign(ann);
    for (const page of [ann, ben]) {
      await page.getByRole("dialog", { name: "Result" }).waitFor();
      assert.ok((await seconds(page, name)) <= 596);
      assert.equal(await page.locator(".clock.runs").count(), 0);
    }
    await closeAll(ann, ben);
  }
});

test("a pause looks like one: nothing can be done, the clock stands, the board is covered", async () => {
  const { ann, ben, mover } = await annAndBen(chrome, server, { edit: tenMinutes, anns: tablet });
  const name = mover === ann ? "Ann" : "Ben";
  await choose(ann, "Pause");
  await ben.getByRole("button", { name: "Agree" }).click();
  for (const page of [ann, ben]) {
    await page.locator(".status", { hasText: "Paused" }).waitFor();
    assert.equal(await page.locator(".status.mine").count(), 0);
    assert.equal(await page.locator(".clock.runs").count(), 0);
    const cover = page.locator(".cover", { hasText: "The game is paused." });
    await cover.waitFor();
    assert.equal(await page.getByRole("grid").count(), 0);
    for (const button of await page.locator("footer .acts button, footer .play").all())
      assert.ok(await button.isDisabled(), await button.innerText());
  }
  const before = await seconds(mover, name);
  await mover.clock.install();
  await mover.clock.fastForward(5000);
  assert.equal(await seconds(mover, name), before);
  await ann.locator(".cover").getByRole("button", { name: "Resume" }).click();
  await Promise.all([ann, ben].map((page) => page.getByRole("grid").waitFor()));
  await mover.locator(".status.mine").waitFor();
  await closeAll(ann, ben);
});

test("no request covers names or points, and its answers are side by side", async () => {
  const { ann, ben } = await annAndBen(chrome, server, { anns: phone, bens: tablet });
  for (const [asker, asked, names] of [
    [ann, ben, ["Ann", "Ben"]],
    [ben, ann, ["Ben", "Ann"]],
  ]) {
    await seatOf(asked, names[1]).getByText("You").and(asked.locator(":visible")).first().waitFor();
    const board = () => asked.locator("main.board").boundingBox();
    const before = await board();
    await choose(asker, "Pause");
    const banner = asked.locator(".banner", { hasText: `${names[0]} wants to pause.` });
    await banner.waitFor();
    const box = await banner.boundingBox();
    const seats = await asked.locator(".seats").boundingBox();
    assert.ok(box.y >= seats.y + seats.height - 1, JSON.stringify({ box, seats }));
    assert.deepEqual(await board(), before);
    const [agree, refuse] = await Promise.all(
      ["Agree", "Refuse"].map((name) => banner.getByRole("button", { name }).boundingBox()),
    );
    assert.ok(refuse.x - (agree.x + agree.width) < 24, JSON.stringify({ agree, refuse }));
    await banner.getByRole("button", { name: "Refuse" }).click();
    await banner.waitFor({ state: "detached" });
  }
  await closeAll(ann, ben);
});

test("a request beside the board is in sight, and moves neither the moves nor what is unseen", async () => {
  const { ann, ben } = await annAndBen(chrome, server, {
    anns: { viewport: { width: 1440, height: 900 } },
  });
  const side = () => ben.locator(".side").boundingBox();
  const before = await side();
  await choose(ann, "Pause");
  await ben.getByText("Ann wants to pause.").waitFor();
  assert.deepEqual(await side(), before);
  // Nothing has to be scrolled to see it, neither there nor here.
  const inSight = (button) =>
    button.evaluate((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  for (const [page, name] of [
    [ben, "Agree"],
    [ben, "Refuse"],
    [ann, "Withdraw"],
  ])
    assert.ok(await inSight(page.getByRole("button", { name })), name);
  await closeAll(ann, ben);
});

test("whoever is away keeps what was known of them", async () => {
  const { ann, ben } = await annAndBen(chrome, server, { bens: tablet });
  await leave(ben);
  const seat = seatOf(ann, "Ben");
  await seat.getByText("away").waitFor();
  assert.match(await seat.innerText(), /6/);
  await closeAll(ann, ben);
});

test("what was said can be read later", async () => {
  const { ann, ben } = await annAndBen(chrome, server, { bens: phone });
  await choose(ann, "Say something");
  await ann.getByRole("button", { name: "Good luck!" }).click();
  await ben.locator(".bubble").waitFor();
  await ben.locator(".bubble").waitFor({ state: "detached" });
  await choose(ben, "Say something");
  await ben.getByRole("region", { name: "Said at this table" }).getByText("Good luck!").waitFor();
  await closeAll(ann, ben);
});

test("a rematch says who wants it, once, and can be declined", async () => {
  for (const bens of [tablet, {}]) {
    const { ann, ben } = await annAndBen(chrome, server, { bens, anns: phone });
    await resign(ann);
    await ann.getByRole("button", { name: "Rematch" }).click();
    await ann.getByText("You have offered a rematch. Waiting for Ben.").waitFor();
    const result = ben.getByRole("dialog", { name: "Result" });
    await result.getByText("Ann wants a rematch.").waitFor();
    assert.equal(await ben.getByRole("button", { name: "Rematch", exact: false }).count(), 1);
    await result.getByRole("button", { name: "No, thanks" }).click();
    await ben.getByText("Ann wants a rematch.").waitFor({ state: "detached" });
    await ann.getByText("The rematch was declined.").waitFor();
    await closeAll(ann, ben);
  }
});

test("a command that comes too late is sent again, or the visitor is told", async () => {
  const { ann, ben } = await annAndBen(chrome, server);
  // The first command of each kind knows only the beginning of the table.
  const late = new Set();
  await ann.routeWebSocket("**/ws", (socket) => {
    const hub = socket.connectToServer();
    socket.onMessage((text) => {
      const message = JSON.parse(text);
      const [name] = Object.keys(message.command?.do ?? {});
      if (name && !late.has(name)) message.command.seq = 0;
      late.add(name);
      hub.send(JSON.stringify(message));
    });
  });
  await ann.reload();
  await ann.locator(".rack > button").first().waitFor();
  await choose(ann, "Pause");
  await ben.getByText("Ann wants to pause.").waitFor();
  // Since then the game has begun: whoever leaves now may have meant to get up.
  await resign(ann);
  const sure = ann.getByRole("dialog", { name: "Resign" });
  await sure.getByRole("alert").filter({ hasText: "The game has moved on" }).waitFor();
  await sure.locator(".go").click();
  await ben.locator(".headline", { hasText: "You win!" }).waitFor();
  await closeAll(ann, ben);
});
