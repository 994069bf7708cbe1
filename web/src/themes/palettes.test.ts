// Colours as people with each kind of colour vision see them, and the contrast of everything that
// is read.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("../app.css", import.meta.url), "utf8");

/** The custom properties of the first rule with this selector. */
function tokens(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`);
  const body = css.slice(css.indexOf("{", start) + 1, css.indexOf("}", start));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,8});/g)].map(([, name, value]) => [name, value]),
  );
}
const dark = tokens(":root");
const light = { ...dark, ...tokens(':root[data-look="light"]') };
const clear = { ...dark, ...tokens(':root[data-palette="clear"]') };
const colours = ["R", "O", "Y", "G", "B", "P"];

type Triple = [number, number, number];
const get = (from: Record<string, string>, name: string) => from[name] ?? "#000000";
const rgb = (hex: string): Triple =>
  [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as Triple;
const linear = (hex: string): Triple =>
  rgb(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Triple;
const times = (matrix: number[][], [a, b, c]: Triple): Triple =>
  matrix.map((row) => (row[0] ?? 0) * a + (row[1] ?? 0) * b + (row[2] ?? 0) * c) as Triple;

const luminance = (hex: string) => {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
/** A colour with an alpha part, painted over another. */
const over = (paint: string, ground: string) => {
  const alpha = parseInt(paint.slice(7, 9) || "ff", 16) / 255;
  const [top, under] = [rgb(paint), rgb(ground)];
  const mixed = top.map((part, i) => Math.round(alpha * part + (1 - alpha) * (under[i] ?? 0)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
};
const contrast = (a: string, b: string) => {
  const [hi = 0, lo = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (hi + 0.05) / (lo + 0.05);
};

// Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
const vision: Record<string, number[][]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function lab(hex: string, seen: number[][]): Triple {
  const clipped = times(seen, linear(hex)).map((v) => Math.min(1, Math.max(0, v))) as Triple;
  const xyz = times(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    clipped,
  );
  const [x, y, z] = [xyz[0] / 0.95047, xyz[1], xyz[2] / 1.08883].map((v) =>
    v > 216 / 24389 ? Math.cbrt(v) : (v * 24389) / 27 / 116 + 16 / 116,
  ) as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIEDE2000. */
function difference([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const rad = Math.PI / 180;
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const hue = (b: number, p: number) =>
    b === 0 && p === 0 ? 0 : (Math.atan2(b, p) / rad + 360) % 360;
  const [h1, h2] = [hue(b1, p1), hue(b2, p2)];
  const turn = h2 - h1;
  const dh =
    c1 * c2 === 0 ? 0 : Math.abs(turn) <= 180 ? turn : turn > 180 ? turn - 360 : turn + 360;
  const dL = l2 - l1;
  const dC = c2 - c1;
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((dh / 2) * rad);
  const l = (l1 + l2) / 2;
  const c = (c1 + c2) / 2;
  const sum = h1 + h2;
  const h =
    c1 * c2 === 0
      ? sum
      : Math.abs(turn) <= 180
        ? sum / 2
        : sum < 360
          ? (sum + 360) / 2
          : (sum - 360) / 2;
  const t =
    1 -
    0.17 * Math.cos((h - 30) * rad) +
    0.24 * Math.cos(2 * h * rad) +
    0.32 * Math.cos((3 * h + 6) * rad) -
    0.2 * Math.cos((4 * h - 63) * rad);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const sc = 1 + 0.045 * c;
  const sh = 1 + 0.015 * c * t;
  const rt =
    -2 *
    Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) *
    Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * rad);
  return Math.sqrt((dL / sl) ** 2 + (dC / sc) ** 2 + (dH / sh) ** 2 + rt * (dC / sc) * (dH / sh));
}

const worstPair = (palette: Record<string, string>, seen: number[][]) =>
  Math.min(
    ...colours.flatMap((one, i) =>
      colours
        .slice(i + 1)
        .map((other) => difference(lab(get(palette, one), seen), lab(get(palette, other), seen))),
    ),
  );

test("the measure of difference is CIEDE2000", () => {
  // From the data of Sharma, Wu and Dalal.
  expect(difference([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 3);
  expect(difference([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(
    1.2644,
    3,
  );
});

describe("the palette that is easy to tell apart", () => {
  test.each(Object.entries(vision))("has no pair closer than 20 for %s eyes", (_, seen) => {
    expect(worstPair(clear, seen)).toBeGreaterThanOrEqual(20);
  });
  test("has a blue that is bright on the wood", () => {
    expect(contrast(get(clear, "B"), get(clear, "tile"))).toBeGreaterThanOrEqual(4.5);
  });
  test("is better than the classic one where it matters", () => {
    for (const name of ["protan", "deutan"])
      expect(worstPair(clear, vision[name] ?? [])).toBeGreaterThan(
        worstPair(dark, vision[name] ?? []),
      );
  });
});

describe.each([
  ["dark", dark],
  ["light", light],
])("%s", (_, theme) => {
  test.each([
    ["ink", "ground"],
    ["ink", "ground-hi"],
    ["ink", "panel"],
    ["ink", "raised"],
    ["ink-2", "ground"],
    ["ink-2", "panel"],
    ["ink-2", "raised"],
    ["ink-3", "ground"],
    ["ink-3", "panel"],
    ["ink-3", "raised"],
    ["on-glow", "glow"],
    ["on-bad", "bad"],
    ["bad", "ground"],
    ["bad", "panel"],
    ["glow", "panel"],
  ])("%s can be read on %s", (text, ground) => {
    expect(contrast(get(theme, text), get(theme, ground))).toBeGreaterThanOrEqual(4.5);
  });
  test.each([
    ["glow", "ground"],
    ["good", "ground"],
    ["glow", "ground-hi"],
  ])("%s stands out from %s", (mark, ground) => {
    expect(contrast(get(theme, mark), get(theme, ground))).toBeGreaterThanOrEqual(3);
  });

  // A tile has a dark edge and a bevel inside it: one of them is what is seen of its outline.
  test.each(["cloth", "cloth-hi", "ground", "ground-hi", "panel", "raised", "cell"])(
    "the outline of a tile stands out from %s",
    (ground) => {
      const under =
        ground === "cell" ? over(get(theme, "cell"), get(theme, "panel")) : get(theme, ground);
      const outline = ["tile-edge", "bevel"].map((part) => contrast(get(theme, part), under));
      expect(Math.max(...outline)).toBeGreaterThanOrEqual(3);
    },
  );
  // Rings are around tiles, so they have the wood on one side and the table on the other.
  test.each(["glow", "good", "bad", "seat-1", "seat-2", "seat-3", "seat-4"])(
    "a ring of the colour %s can be seen",
    (ring) => {
      for (const beside of ["tile", "cloth", "cloth-hi", "panel"])
        expect(contrast(get(theme, ring), get(theme, beside))).toBeGreaterThanOrEqual(3);
    },
  );
});

test("the light colours stand in one place", () => {
  expect(css.match(/color-scheme: light;/g)).toHaveLength(1);
  expect(css).not.toContain("prefers-color-scheme");
});

test.each([
  ["classic", dark],
  ["clear", clear],
])("every colour of the %s palette stands out from the wood", (_, palette) => {
  for (const colour of colours)
    expect(contrast(get(palette, colour), get(palette, "tile"))).toBeGreaterThanOrEqual(3);
});
