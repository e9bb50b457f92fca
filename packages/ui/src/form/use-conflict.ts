import type { ContentChange } from '@inlay/protocol/content-change';
import { useState } from 'preact/hooks';
import { type ConflictParts, conflictParts } from './conflict-parts.ts';
import { mergeVersions, type Versions } from './merge-versions.ts';

/** Somebody else saved first: their changes and the ways to resolve it. The props of ConflictDialog. */
export interface Conflict {
  /** Null is the operator; undefined if unknown. */
  readonly who: string | null | undefined;
  /** Null if only published content is known. */
  readonly at: string | null;
  /** Both versions beside each other; nothing where only the state was to change. */
  readonly parts?: ConflictParts;
  /** The other user's changes, if there are no local ones to compare with. */
  readonly changes?: readonly ContentChange[];
  readonly overwrite: () => void;
  readonly takeTheirs: () => void;
  readonly cancel: () => void;
}

/** Who changed a record last, and when. Not every route says who. */
interface Signed {
  readonly updatedAt?: string | null;
  readonly updatedBy?: string | null;
}

interface ConflictOptions extends Versions {
  /** The record of `theirs`. */
  readonly current: unknown;
  /** Fields whose entries two people may change independently, such as the measures of a dataset. */
  readonly byEntry?: readonly string[] | undefined;
  /** Goes on with content that replaces `theirs`. */
  readonly onResolve: (content: object) => void;
}

/** The open conflict, and how to open one after a 412. Nothing is written or lost before a person has chosen. */
export function useConflict() {
  const [conflict, setConflict] = useState<Conflict>();
  const cancel = () => setConflict(undefined);
  const open = ({ current, byEntry, onResolve, ...versions }: ConflictOptions) => {
    const { updatedAt = null, updatedBy } = Object(current) as Signed;
    const parts = conflictParts(versions, byEntry);
    const goOn = (content: object) => {
      cancel();
      onResolve(content);
    };
    setConflict({
      who: updatedBy,
      at: updatedAt,
      parts,
      cancel,
      overwrite: () => goOn(mergeVersions(versions, 'yours', byEntry)),
      takeTheirs: () =>
        goOn(parts.clashes.length > 0 ? mergeVersions(versions, 'theirs', byEntry) : versions.theirs),
    });
  };
  return { conflict, open };
}
