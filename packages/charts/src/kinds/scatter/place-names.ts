import { textWidth } from '../../layout/text-width.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly text: string;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Places as many names as fit next to their points, in order, without touching a point or each other. */
export function placeNames(
  spots: readonly Spot[],
  fontSize: number,
  area: Box,
): readonly {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly spot: number;
  readonly inside: boolean;
}[] {
  const taken: Box[] = [];
  const placed: { x: number; y: number; text: string; spot: number; inside: boolean }[] = [];
  for (const [index, spot] of spots.entries()) {
    if (spot.text === '') continue;
    const width = textWidth(spot.text, fontSize);
    const [beside, slanted] = [spot.r + 4 + width / 2, spot.r * Math.SQRT1_2 + 2];
    const around = [
      { x: spot.x, y: spot.y - spot.r - 4 },
      { x: spot.x + beside, y: spot.y + 4 },
      { x: spot.x - beside, y: spot.y + 4 },
      { x: spot.x, y: spot.y + spot.r + fontSize + 1 },
      ...[1, -1].flatMap((side) => [
        { x: spot.x + side * (slanted + width / 2), y: spot.y - slanted },
        { x: spot.x + side * (slanted + width / 2), y: spot.y + slanted + fontSize - 3 },
      ]),
    ].map((at) => ({ ...at, inside: false }));
    const candidates =
      width < spot.r * 2 - 4 ? [{ x: spot.x, y: spot.y + 4, inside: true }, ...around] : around;
    for (const at of candidates) {
      const box = {
        left: at.x - width / 2,
        right: at.x + width / 2,
        top: at.y - fontSize + 1,
        bottom: at.y + 3,
      };
      const outside =
        box.left < area.left || box.right > area.right || box.top < area.top || box.bottom > area.bottom;
      if (outside || taken.some((other) => overlap(box, other))) continue;
      if (spots.some((other, i) => i !== index && touches(box, other))) continue;
      taken.push(box);
      placed.push({ ...at, text: spot.text, spot: index });
      break;
    }
  }
  return placed;
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Points are round: names may use the corners of their bounding boxes. */
function touches(box: Box, { x, y, r }: Spot): boolean {
  const across = x - Math.max(box.left, Math.min(x, box.right));
  const down = y - Math.max(box.top, Math.min(y, box.bottom));
  return across ** 2 + down ** 2 < r ** 2;
}
