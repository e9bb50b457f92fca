import { parseHex, toLinear } from './contrast.ts';

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];

/** How eyes see colors: Machado, Oliveira, Fernandes 2009, severity 1. */
export const visions = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Readonly<Record<string, Matrix>>;

export type Vision = keyof typeof visions;

/** The distance of two colors in OKLab as one kind of eye sees them; 0.02 is about the least that people notice. */
export function seenDistance(a: string, b: string, vision: Vision): number {
  const [one, two] = [oklab(a, visions[vision]), oklab(b, visions[vision])];
  return Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2]);
}

function oklab(color: string, eye: Matrix): Vector {
  const [red, green, blue] = parseHex(color);
  const linear: Vector = [toLinear(red), toLinear(green), toLinear(blue)];
  const seen = ([x, y, z]: Vector) => Math.min(1, Math.max(0, x * linear[0] + y * linear[1] + z * linear[2]));
  const [r, g, b] = [seen(eye[0]), seen(eye[1]), seen(eye[2])];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
