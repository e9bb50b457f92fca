import type { ContentChange } from '@inlay/protocol/content-change';
import { diffContent } from '@inlay/protocol/diff-content';
import { canonical } from './canonical.ts';
import { combine, type Piece } from './combine.ts';

/** A place that two people left differently. */
export interface Clash {
  readonly path: string;
  readonly yours: unknown;
  readonly theirs: unknown;
}

export interface ConflictParts {
  readonly clashes: readonly Clash[];
  /** Changes that only the other user made; they are kept in any case. */
  readonly onlyTheirs: readonly ContentChange[];
  readonly onlyYours: readonly ContentChange[];
}

/** Compares two users' changes. A conflict is a piece that both changed, with the paths that differ. */
export function conflictParts(
  base: object,
  yours: object,
  theirs: object,
  byEntry: readonly string[] = [],
): ConflictParts {
  const clashes: Clash[] = [];
  const onlyTheirs: ContentChange[] = [];
  const onlyYours: ContentChange[] = [];
  combine({ base, yours, theirs }, byEntry, (piece) => {
    const { path } = piece;
    if (isClash(piece))
      clashes.push(
        ...diffContent(piece.yours, piece.theirs, path).map((change) => ({
          path: change.path,
          yours: change.before,
          theirs: change.after,
        })),
      );
    else if (!isSame(piece.base, piece.theirs))
      onlyTheirs.push(...diffContent(piece.base, piece.theirs, path));
    else onlyYours.push(...diffContent(piece.base, piece.yours, path));
    return undefined;
  });
  return { clashes, onlyTheirs, onlyYours };
}

/** Both people's work in one; where both changed the same piece, the one whose word counts is `favoured`. */
export function mergeWork(
  works: { readonly base: object; readonly yours: object; readonly theirs: object },
  favoured: 'yours' | 'theirs',
  byEntry: readonly string[] = [],
): object {
  return combine(works, byEntry, (piece) =>
    isClash(piece) ? piece[favoured] : isSame(piece.base, piece.yours) ? piece.theirs : piece.yours,
  );
}

const isSame = (a: unknown, b: unknown) => canonical(a) === canonical(b);

const isClash = ({ base, yours, theirs }: Piece) =>
  !isSame(base, yours) && !isSame(base, theirs) && !isSame(yours, theirs);
