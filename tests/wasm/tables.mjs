// Pictures of tables that never were, drawn pixel by pixel.
import { crc32, deflateSync } from "node:zlib";

const inks = {
  R: [214, 40, 48],
  O: [240, 120, 40],
  Y: [240, 205, 40],
  G: [40, 150, 70],
  B: [40, 110, 210],
  P: [130, 60, 160],
};
const wood = [30, 28, 28];
const cloth = [190, 160, 120];

const inCircle = (u, v, x, y, r) => Math.hypot(u - x, v - y) < r;
function inStar(u, v, tips, outer, inner, turn) {
  const step = Math.PI / tips;
  let angle = (Math.atan2(v, u) - turn + 8 * Math.PI) % (2 * step);
  if (angle > step) angle = 2 * step - angle;
  const [x, y] = [inner * Math.cos(step), inner * Math.sin(step)];
  const reach = (outer * y) / (Math.cos(angle) * y + Math.sin(angle) * (outer - x));
  return Math.hypot(u, v) < reach;
}
/** The symbols as the program draws them, a tile being 1 wide. */
const inSymbol = {
  c: (u, v) => inCircle(u, v, 0, 0, 0.33),
  s: (u, v) => Math.max(Math.abs(u), Math.abs(v)) < 0.285,
  d: (u, v) => Math.abs(u) + Math.abs(v) < 0.37,
  l: (u, v) =>
    inCircle(u, v, 0, 0, 0.13) ||
    inCircle(u, v, 0.19, 0, 0.165) ||
    inCircle(u, v, -0.19, 0, 0.165) ||
    inCircle(u, v, 0, 0.19, 0.165) ||
    inCircle(u, v, 0, -0.19, 0.165),
  x: (u, v) => inStar(u, v, 4, 0.44, 0.15, Math.PI / 4),
  t: (u, v) => inStar(u, v, 8, 0.4, 0.22, 0),
};

/**
 * What a camera sees of these tiles, `Rc@0,0`, from above and turned by some degrees. `paint`: other
 * inks than the usual ones, by cell.
 */
export function pictureOf(
  tiles,
  { width = 720, height = 560, side = 44, turn = 0, paint = {} } = {},
) {
  const cells = new Map(tiles.map((text) => text.split("@").reverse()));
  const spots = [...cells.keys()].map((cell) => cell.split(",").map(Number));
  const middle = [0, 1].map((i) => {
    const along = spots.map((spot) => spot[i]);
    return along.length === 0 ? 0 : (Math.min(...along) + Math.max(...along)) / 2;
  });
  const [cos, sin] = [Math.cos, Math.sin].map((f) => f((turn * Math.PI) / 180) / side);
  const inkAt = (x, y) => {
    const [right, down] = [x - width / 2, y - height / 2];
    const [across, along] = [right * cos + down * sin, down * cos - right * sin];
    const [column, row] = [across + middle[0], along + middle[1]];
    const cell = [Math.round(column), Math.round(row)];
    const tile = cells.get(cell.join());
    const [u, v] = [column - cell[0], row - cell[1]];
    if (!tile || Math.max(Math.abs(u), Math.abs(v)) > 0.48) return cloth;
    return inSymbol[tile[1]](u, v) ? (paint[cell.join()] ?? inks[tile[0]]) : wood;
  };
  const rgba = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) rgba.set([...inkAt(x, y), 255], 4 * (y * width + x));
  return { rgba, width, height };
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The picture as a PNG file. */
export function pngOf({ rgba, width, height }) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const rows = Buffer.alloc((4 * width + 1) * height);
  for (let y = 0; y < height; ++y)
    rows.set(rgba.subarray(4 * width * y, 4 * width * (y + 1)), (4 * width + 1) * y + 1);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The picture as a film of one frame, in the form that Chromium's fake camera plays. */
export function filmOf({ rgba, width, height }) {
  const size = width * height;
  const frame = Buffer.alloc(size + 2 * (size / 4));
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) {
      const [r, g, b] = rgba.subarray(4 * (y * width + x));
      frame[y * width + x] = 16 + 0.257 * r + 0.504 * g + 0.098 * b;
      if (x % 2 === 1 || y % 2 === 1) continue;
      const at = size + (y / 2) * (width / 2) + x / 2;
      frame[at] = 128 - 0.148 * r - 0.291 * g + 0.439 * b;
      frame[at + size / 4] = 128 + 0.439 * r - 0.368 * g - 0.071 * b;
    }
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F20:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([head, Buffer.from("FRAME\n"), frame]);
}
