import type { ContentChange } from '@inlay/protocol/content';
import { diffContent } from '@inlay/protocol/diff-content';

/** A place that two people left differently. */
export interface Clash {
  readonly path: string;
  readonly yours: unknown;
  readonly theirs: unknown;
}

export interface ConflictParts {
  readonly clashes: readonly Clash[];
  /** What only the other one changed: it stays, whatever is chosen. */
  readonly onlyTheirs: readonly ContentChange[];
  readonly onlyYours: readonly ContentChange[];
}

/**
 * Sorts two people's work on one thing. Fields are saved as a whole, so a clash is a field that both changed, told by
 * the places in it that differ.
 */
export function conflictParts(base: object, yours: object, theirs: object): ConflictParts {
  const mine = diffContent(base, yours);
  const others = diffContent(base, theirs);
  const both = new Set(
    mine.map(fieldOf).filter((field) => others.some((change) => fieldOf(change) === field)),
  );
  const isShared = (change: ContentChange) => both.has(fieldOf(change));
  return {
    clashes: diffContent(yours, theirs)
      .filter(isShared)
      .map(({ path, before, after }) => ({ path, yours: before, theirs: after })),
    onlyTheirs: others.filter((change) => !isShared(change)),
    onlyYours: mine.filter((change) => !isShared(change)),
  };
}

const fieldOf = ({ path }: ContentChange): string => /^\/([^/[]*)/.exec(path)?.[1] ?? '';
