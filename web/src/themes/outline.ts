// Outlines as texts of SVG paths, moved and scaled without transformations: browsers paint hundreds
// of shapes in one path faster than as many elements.
import { faces, type Face, type ShapeLetter } from "./faces";
import type { ThemeName } from "../game/types";

/** For each command: what its numbers are; x and y are moved unless the command is relative. */
const numbersOf: Record<string, string> = {
  M: "xy",
  L: "xy",
  H: "x",
  V: "y",
  C: "xyxyxy",
  Q: "xyxy",
  A: "rr---xy",
  Z: "",
};

/** The same path, scaled and then moved by this much. */
export function moved(path: string, scale: number, dx: number, dy: number): string {
  const shift: Record<string, number> = { x: dx, y: dy };
  return path.replace(/([a-z])([^a-z]*)/gi, (_, command: string, text: string) => {
    const kinds = numbersOf[command.toUpperCase()] ?? "";
    const relative = command !== command.toUpperCase();
    const numbers = (text.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map((number, i) => {
      const kind = kinds.charAt(i % kinds.length);
      if (kind === "-") return number;
      return String(+(Number(number) * scale + (relative ? 0 : (shift[kind] ?? 0))).toFixed(2));
    });
    return command + numbers.join(" ");
  });
}

/** How a drawing is scaled and moved to cover a tile. */
export function fitting({ box }: Face): { scale: number; x: number; y: number } {
  const [left, top, side] = (box ?? "0 0 100").split(" ").map(Number) as [number, number, number];
  const scale = 100 / side;
  return { scale, x: -left * scale, y: -top * scale };
}

/** The parts of a drawing on a tile whose corner is here. */
export function outlineOf(
  theme: ThemeName,
  shape: ShapeLetter,
  at: { x: number; y: number },
): { fill: string; cut: string } {
  const face = faces[theme][shape];
  const { scale, x, y } = fitting(face);
  const place = (path: string | undefined) =>
    path ? moved(path, scale, at.x + x, at.y + y - 0.7) : "";
  return { fill: place(face.fill), cut: place(face.cut) };
}

/** A square with round corners. */
export const square = (x: number, y: number, width: number, height: number, r: number) =>
  `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}` +
  `h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}Z`;
