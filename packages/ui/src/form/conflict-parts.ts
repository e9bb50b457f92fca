import type { ContentChange } from '@inlay/protocol/content-change';
import { diffContent } from '@inlay/protocol/diff-content';
import { findChanges, type Versions } from './merge-versions.ts';

/** A place where two versions differ. */
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

/** Two users' changes, by the places within each piece that differ. */
export function conflictParts(versions: Versions, byEntry: readonly string[] = []): ConflictParts {
  const { clashes, onlyTheirs, onlyYours } = findChanges(versions, byEntry);
  return {
    clashes: clashes.flatMap(({ path, yours, theirs }) =>
      diffContent(yours, theirs, path).map((change) => ({
        path: change.path,
        yours: change.before,
        theirs: change.after,
      })),
    ),
    onlyTheirs: onlyTheirs.flatMap(({ path, base, theirs }) => diffContent(base, theirs, path)),
    onlyYours: onlyYours.flatMap(({ path, base, yours }) => diffContent(base, yours, path)),
  };
}
