// A simulated person at the table, who sees what the page shows and does what it offers.

/** The link of a game on the start page. */
export const cardOf = (page, game) =>
  page
    .getByRole("navigation", { name: "Game" })
    .getByRole("link")
    .filter({ has: page.getByText(game, { exact: true }) });

/** Goes from the start page to a game against a bot, through the set-up. */
export async function setUp(page, game) {
  await cardOf(page, game).click();
  await page.getByRole("radio", { name: game, exact: true, checked: true }).waitFor();
  await page.getByRole("button", { name: "Deal" }).click();
  await page.getByRole("grid").waitFor();
}

/**
 * Plays inside the page until the game is over or for this many turns: places what fits; otherwise
 * rolls, trades or passes.
 */
export async function playToTheEnd(page, turns = Infinity) {
  return page.evaluate(async (most) => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 4));
    const all = (selector) => [...document.querySelectorAll(selector)];
    const button = (pattern) =>
      all("footer button, .cover button").find(
        (one) =>
          !one.disabled && pattern.test(one.getAttribute("aria-label") ?? one.textContent.trim()),
      );
    const over = () => document.querySelector(".status")?.textContent.includes("over");
    const mine = () => document.querySelector(".status.mine") !== null;
    /**
     * The cell for the chosen tile, once the rules have said where it fits; null if nowhere, which is
     * not said if the tiles placed so far are wrong.
     */
    const cellFor = async (tile) => {
      for (let i = 0; i < 100 && mine() && tile.isConnected; ++i) {
        const cell = document.querySelector(".cell:has(.hint:not(.faint))");
        if (cell) return cell;
        if (/fits nowhere|not part of the longest/.test(document.querySelector(".tray")?.textContent ?? "")) return null;
        if (tile.getAttribute("aria-pressed") !== "true") tile.click();
        await pause();
      }
      return null;
    };
    const done = { turns: 0, laid: 0, traded: 0, rolled: 0, taken: 0 };
    let steps = 0;
    while (steps < 6000 && !over() && done.turns < (most ?? Infinity)) {
      const cover = document.querySelector(".cover button");
      if (cover) cover.click();
      // However long the others take.
      if (!mine() || cover) {
        await pause();
        continue;
      }
      ++steps;
      const play = button(/^Play/);
      const roll = button(/^Roll/);
      const forced = button(/^Roll until something fits/);
      const take = button(/^Take a tile/);
      const trading = button(/^Trade \d/);
      if (forced) {
        forced.click();
        ++done.rolled;
      } else if (trading) {
        trading.click();
        ++done.traded;
      } else if (take && done.taken < 2) {
        take.click();
        await pause();
        const cell = document.querySelector(".cell.takeable");
        cell?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
        await pause();
        const yes = button(/^Take the/);
        if (yes) {
          yes.click();
          ++done.taken;
        } else button(/^Cancel/)?.click();
      } else if (roll && done.rolled < 3 && !play) {
        roll.click();
        await pause();
        document.querySelector(".rack > .tile")?.click();
        await pause();
        button(/^Roll 1 cube/)?.click();
        ++done.rolled;
      } else {
        let laid = false;
        for (const tile of all(".rack > .tile:not(.laid)")) {
          if (tile.getAttribute("aria-pressed") !== "true") tile.click();
          await pause();
          const cell = await cellFor(tile);
          if (cell) {
            cell.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
            ++done.laid;
            laid = true;
            await pause();
            break;
          }
          if (tile.getAttribute("aria-pressed") === "true") tile.click();
        }
        if (!laid) {
          const ready = button(/^Play \+/);
          if (ready) {
            ready.click();
            ++done.turns;
          } else if (button(/^Trade/) && !button(/^Undo/)) {
            button(/^Trade/).click();
            await pause();
            for (const tile of all(".rack > .tile")) {
              tile.click();
              await pause();
              if (!button(/^Trade \d/)) {
                tile.click();
                break;
              }
            }
          } else if (button(/^Undo/)) button(/^Undo/).click();
          else button(/^Pass/)?.click();
        }
      }
      await pause();
    }
    return done;
  }, turns);
}
