import { type Conflict, useConflict } from '@inlay/ui/form/use-conflict';
import { showToast } from '@inlay/ui/toast';
import { ApiError } from '../../api/api-error.ts';
import { changesBetween } from '../../api/content.ts';
import { useMessages } from '../../messages.ts';
import type { Task } from '../../parts/use-task.ts';

interface Saved {
  readonly updatedAt: string | null;
  readonly updatedBy?: string | null;
}

interface SaveOptions<T, Change extends object> {
  readonly read: () => Promise<T>;
  readonly write: (change: Change, headers: { readonly 'if-match': string }) => Promise<T>;
  /** What its author wrote, as the API takes it. */
  readonly contentOf: (shown: T) => object;
  readonly revisionOf: (shown: T) => number;
  /** Fields whose entries two people may change beside each other. */
  readonly byEntry?: readonly string[];
  readonly task: Task;
  readonly done: (saved: T) => string;
  /** `isMerged`: it also contains another user's changes, so the editor has to be reset. */
  readonly onSaved: (saved: T, isMerged: boolean) => void;
}

export interface Saving<T> {
  /** Resolves to whether it is saved. */
  readonly save: (base: T, mine: object) => Promise<boolean>;
  readonly conflict: Conflict | undefined;
}

/**
 * Saves against the revision that was read. If another user saved meanwhile, nothing is written or lost before the
 * conflict is resolved.
 */
export function useSave<T extends Saved, Change extends object>(options: SaveOptions<T, Change>): Saving<T> {
  const { read, write, contentOf, revisionOf, byEntry, task, done, onSaved } = options;
  const { conflict, open } = useConflict();
  const { theirsLoaded } = useMessages('admin').parts;

  const save = async (base: T, mine: object, isMerged = false) => {
    const change = changesBetween(contentOf(base), mine);
    if (Object.keys(change).length === 0) {
      onSaved(base, isMerged);
      if (isMerged) showToast(theirsLoaded);
      return true;
    }
    let isDone = false;
    await task.run(async () => {
      try {
        const headers = { 'if-match': `"${revisionOf(base)}"` };
        const saved = await write(change as Change, headers);
        isDone = true;
        onSaved(saved, isMerged);
        showToast(done(saved));
      } catch (refusal) {
        if (!isStale(refusal)) throw refusal;
        await compare(base, mine);
      }
    });
    return isDone;
  };

  const compare = async (base: T, mine: object) => {
    const current = await read();
    open({
      base: contentOf(base),
      yours: mine,
      theirs: contentOf(current),
      current,
      byEntry,
      onResolve: (content) => void save(current, content, true),
    });
  };
  return { save, conflict };
}

export function isStale(refusal: unknown): refusal is ApiError {
  return refusal instanceof ApiError && refusal.status === 412;
}
