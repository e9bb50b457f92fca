import { remember } from '@inlay/protocol/remember';

type Rgb = readonly [number, number, number];

/** Reads `#rgb` and `#rrggbb`; other notations count as mid gray, since their value is unknown here. */
export function parseHex(color: string): Rgb {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  if (short)
    return [hex(`${short[1]}${short[1]}`), hex(`${short[2]}${short[2]}`), hex(`${short[3]}${short[3]}`)];
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(color);
  return long ? [hex(long[1]), hex(long[2]), hex(long[3])] : [128, 128, 128];
}

/** A channel of sRGB without its gamma curve. */
export function toLinear(channel: number): number {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

/** WCAG 2.2, relative luminance. */
const luminance = remember(500, (color: string) => {
  const [r, g, b] = parseHex(color);
  return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);
});

/** WCAG 2.2, contrast ratio: 1 (none) to 21 (black on white). */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes `color` towards `towards` just far enough to be readable as text on `surface` (WCAG AA, 4.5:1). */
export const readableAgainst = (surface: string, color: string, towards: string): string =>
  readableOn(surface)(towards)(color);

const readableOn = remember(50, (surface: string) =>
  remember(50, (towards: string) =>
    remember(500, (color: string) => {
      for (let share = 0; share < 1; share += 0.1) {
        const candidate = mix(color, towards, share);
        if (contrast(candidate, surface) >= 4.6) return candidate;
      }
      return towards;
    }),
  ),
);

export function mix(from: string, to: string, share: number): string {
  const a = parseHex(from);
  const b = parseHex(to);
  return `#${a.map((v, i) => byte(v + ((b[i] ?? v) - v) * share)).join('')}`;
}

const hex = (digits: string | undefined): number => Number.parseInt(digits ?? '80', 16);
const byte = (value: number): string => Math.round(value).toString(16).padStart(2, '0');
