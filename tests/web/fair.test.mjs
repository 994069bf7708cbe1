// A bag to which the browser contributes, and which it checks when the game is over.
import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, serveGames } from "./browser.mjs";
import { playToTheEnd } from "./player.mjs";
import { stage } from "./stage.mjs";

const { server, chrome } = stage(() => serveGames("--bot-pace", "0", "--seed-wait", "60000", "--log", "off"));
let page, record;

/** Opens the record as a file and returns the result of the check. */
async function findings(text) {
  await page.goto(`${server.url}/more`);
  await page
    .getByTestId("record-file")
    .setInputFiles({ name: "game.jsonl", mimeType: "application/json", buffer: Buffer.from(text) });
  await page.getByRole("button", { name: "Check the bag" }).click();
  return found();
}
async function found() {
  const check = page.getByRole("region", { name: "Check the bag" });
  await check.locator("li").first().waitFor();
  return check.innerText();
}
const changed = (change) => {
  const copy = JSON.parse(record);
  change(copy);
  return JSON.stringify(copy);
};
const flipped = (text) => (text[0] === "0" ? "1" : "0") + text.slice(1);

test("a whole game against a bot came out of a fair bag", async () => {
  page = await openPage(chrome.browser, `${server.url}/setup/online?game=cubes`, {
    settings: { name: "Ann", brisk: true },
  });
  await page.getByLabel("Who is player 2").selectOption("bot");
  await page.getByLabel("Level of player 2").selectOption("greedy");
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.locator(".rack > button").first().waitFor();
  const noted = await page.evaluate(() => JSON.parse(localStorage.getItem("sixfold.seeds")));
  assert.equal(noted.length, 1);
  assert.match(noted[0].seed, /^[0-9a-f]{64}$/);
  assert.match(noted[0].commitment, /^[0-9a-f]{64}$/);
  await playToTheEnd(page);
  await page.getByRole("dialog", { name: "Result" }).waitFor();
  await page.getByRole("button", { name: "Check the bag" }).click();
  const text = await found();
  assert.match(text, /The bag was fair/);
  assert.match(text, /worked out again, with the same outcome/);
  assert.match(text, /commitment that this browser saw before the deal/);
  assert.match(text, /seed that this browser added went into the shuffle/);
  assert.match(text, /bound to their seed before this browser revealed its own/);
  record = await page.evaluate(
    async (game) => (await (await fetch(`/api/games/${game}/record`)).text()).trim(),
    noted[0].game,
  );
  const { fair } = JSON.parse(record);
  assert.deepEqual(fair.seeds, [noted[0].seed, ""]);
  assert.equal(fair.commitment, noted[0].commitment);
});

test("the same is found in the record as a file", async () => {
  assert.match(await findings(record), /The bag was fair/);
});

test("a tampered record is refused, whichever part was tampered with", async () => {
  const uneven = ({ draw = [] }) => String(draw) !== String(draw.toReversed());
  for (const [change, words] of [
    [({ fair }) => (fair.secret = flipped(fair.secret)), /not the one the server had committed to/],
    [({ fair }) => (fair.commitment = flipped(fair.commitment)), /server had committed to/],
    [({ fair }) => (fair.seeds[0] = flipped(fair.seeds[0])), /not the one that was sealed/],
    [
      ({ fair }) => {
        fair.seeds[0] = flipped(fair.seeds[0]);
        delete fair.seals;
      },
      /starting hand does not hold/,
    ],
    [({ hands }) => hands[0].reverse(), /starting hand does not hold/],
    [({ turns }) => turns.find(uneven).draw.reverse(), /On turn \d+ the (cubes|tiles) drawn are not/],
  ]) {
    const text = await findings(changed(change));
    assert.match(text, /The check has failed/);
    assert.match(text, words);
  }
});

test("a sound record is refused that is not what this browser saw", async () => {
  await page.evaluate(() => {
    const [one] = JSON.parse(localStorage.getItem("sixfold.seeds"));
    const other = { ...one, commitment: "0".repeat(64), seed: "1".repeat(64) };
    localStorage.setItem("sixfold.seeds", JSON.stringify([other]));
  });
  const text = await findings(record);
  assert.match(text, /The check has failed/);
  assert.match(text, /commitment is not the one/);
  assert.match(text, /seed that this browser added did not go into the shuffle/);
});

test("a record is refused in which another player's seed is not the one that was sealed", async () => {
  await page.evaluate((bonds) => {
    const [one] = JSON.parse(localStorage.getItem("sixfold.seeds"));
    localStorage.setItem("sixfold.seeds", JSON.stringify([{ ...one, bonds }]));
  }, [null, { seal: "0".repeat(64) }]);
  const text = await findings(record);
  assert.match(text, /Another player’s seed is not the one/);
});

test("who was not there learns that a record alone does not say when it was made", async () => {
  await page.evaluate(() => localStorage.removeItem("sixfold.seeds"));
  const text = await findings(record);
  assert.match(text, /The bag was fair/);
  assert.match(text, /saw no commitment/);
  assert.deepEqual(page.faults, []);
});

/** Ann creates a table and Ben joins it; returns what each of them has noted. */
async function annAndBen(hints) {
  const [ann, ben] = await Promise.all(
    ["Ann", "Ben"].map((name) => openPage(chrome.browser, server.url, { settings: { name } })),
  );
  await ann.goto(`${server.url}/setup/online`);
  await ann.getByLabel("Allow hints for everyone").setChecked(hints);
  await ann.getByRole("button", { name: "Open the table" }).click();
  await ben.goto(await ann.locator(".link").textContent());
  await ben.getByRole("button", { name: "Sit down" }).click();
  const people = [ann, ben];
  for (const person of people) await person.locator(".rack > button").first().waitFor();
  const noted = await Promise.all(
    people.map((person) => person.evaluate(() => JSON.parse(localStorage["sixfold.seeds"])[0])),
  );
  return { people, noted };
}

test("both who play add a seed, whether they made the table or joined it", async () => {
  const { people, noted } = await annAndBen(false);
  assert.equal(noted[0].game, noted[1].game);
  assert.equal(noted[0].commitment, noted[1].commitment);
  await people[0].getByRole("button", { name: "Menu" }).click();
  await people[0].getByRole("button", { name: "Resign" }).click();
  await people[0].getByRole("dialog", { name: "Resign" }).locator(".go").click();
  for (const person of people) {
    await person.getByRole("dialog", { name: "Result" }).waitFor();
    await person.getByRole("button", { name: "Check the bag" }).click();
    await person.getByText("The seed that this browser added went into the shuffle.").waitFor();
    await person.getByText("Everyone else was bound to their seed").waitFor();
  }
  const answer = await fetch(`${server.url}/api/games/${noted[0].game}/record`);
  assert.deepEqual(
    (await answer.json()).fair.seeds,
    noted.map(({ seed }) => seed),
  );
  for (const person of people) await person.context().close();
});

test("people who play together have hints only where the table allows them", async () => {
  for (const hints of [false, true]) {
    const { people } = await annAndBen(hints);
    for (const person of people) {
      assert.equal(await person.getByRole("button", { name: "Hint", exact: true }).count(), +hints);
      assert.equal(await person.getByText("Hints are allowed for everyone.").count(), +hints);
      await person.context().close();
    }
  }
});
