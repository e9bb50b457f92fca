import { seenDistance, type Vision, visions } from './see-color.ts';
import { seriesTokens, type Tokens } from './tokens.ts';

type SeriesToken = (typeof seriesTokens)[number];

/** Colors of series that some readers can hardly tell apart. */
export interface AlikeColors {
  readonly token: SeriesToken;
  /** The earlier one that it looks like. */
  readonly other: SeriesToken;
  /** Whose eyes: `normal` means everyone's. */
  readonly vision: Vision;
}

/** The colors of the default palette are at least 0.08 apart for all eyes. */
const LEAST = 0.06;

/** Each color with the first one that it is too similar to. */
export function alikeColors(tokens: Tokens): readonly AlikeColors[] {
  return seriesTokens.flatMap((token, index) => {
    const found = seriesTokens
      .slice(0, index)
      .flatMap((other) =>
        (Object.keys(visions) as Vision[]).flatMap((vision) =>
          seenDistance(tokens[token], tokens[other], vision) < LEAST ? [{ token, other, vision }] : [],
        ),
      );
    return found.slice(0, 1);
  });
}
