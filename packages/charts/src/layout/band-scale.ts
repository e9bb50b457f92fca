/** Equal slots for `count` categories between two pixels, each with a centered bar of at most `maxBar`. */
export interface BandScale {
  readonly step: number;
  readonly bar: number;
  readonly start: (index: number) => number;
  readonly center: (index: number) => number;
}

export function bandScale(count: number, from: number, to: number, maxBar: number, gap = 0.28): BandScale {
  const step = (to - from) / Math.max(1, count);
  const bar = Math.max(1, Math.min(maxBar, step * (1 - gap)));
  const center = (index: number) => from + step * (index + 0.5);
  return { step, bar, center, start: (index) => center(index) - bar / 2 };
}
