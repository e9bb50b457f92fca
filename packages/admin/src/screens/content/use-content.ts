import type { ContentFacts, StaleDetails } from '@inlay/content/content';
import { showToast } from '@inlay/ui/toast';
import { useRef, useState } from 'preact/hooks';
import { type ApiError, ask } from '../../api/ask.ts';
import { contentOf, type Plural } from '../../api/content.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { type Task, useTask } from '../../parts/use-task.ts';
import type { Conflict } from './conflict-dialog.tsx';
import { isStale, useSave } from './use-save.ts';

export interface ContentWork<T extends ContentFacts> {
  readonly shown: T | undefined;
  readonly error: ApiError | undefined;
  readonly reload: () => void;
  /** Incremented when the content was loaded again, so that editors are reset. */
  readonly round: number;
  readonly task: Task;
  readonly conflict: Conflict | undefined;
  /** Answers whether it is saved. */
  readonly save: (content: Omit<T, keyof ContentFacts>) => Promise<boolean>;
  readonly move: (step: string, body: object, done: string) => Promise<boolean>;
}

/** One piece of content, saved against the revision that was read, so that no change is overwritten silently. */
export function useContent<T extends ContentFacts>(plural: Plural, id: string): ContentWork<T> {
  const path = `${plural}/${encodeURIComponent(id)}`;
  const { data: shown, error, reload, replace } = useAnswer<T>(path);
  const task = useTask();
  // Publishing saves first: what the second step is measured against is what the first one answered.
  const latest = useRef<number>(0);
  latest.current = Math.max(latest.current, shown?.revision ?? 0);
  const [round, setRound] = useState(0);
  const begin = () => setRound((count) => count + 1);
  const saving = useSave<T>({
    path,
    contentOf,
    revisionOf: (base) => base.revision ?? 0,
    task,
    done: () => 'Saved.',
    onSaved: (saved, isMerged) => {
      latest.current = saved.revision ?? 0;
      replace(saved);
      // It holds what both did: an editor that went on with its own would take the other's back.
      if (isMerged) begin();
    },
  });
  const [overtaken, setOvertaken] = useState<Conflict>();

  const move = async (step: string, body: object, revision: number, done: string) => {
    let isDone = false;
    await task.run(async () => {
      try {
        const answer = await ask<T>('POST', `${path}/${step}`, body, { 'if-match': `"${revision}"` });
        latest.current = answer.revision ?? 0;
        replace(answer);
        isDone = true;
        showToast(done);
      } catch (refusal) {
        if (!isStale(refusal)) throw refusal;
        const details = refusal.details as StaleDetails;
        setOvertaken({
          who: details.updatedBy,
          at: details.updatedAt,
          ...(details.changes && { changes: details.changes }),
          cancel: () => setOvertaken(undefined),
          takeTheirs: () => {
            setOvertaken(undefined);
            void task.run(async () => {
              replace(await ask<T>('GET', path));
              begin();
            });
          },
          overwrite: () => {
            setOvertaken(undefined);
            void move(step, body, details.revision, done).then((isMoved) => isMoved && begin());
          },
        });
      }
    });
    return isDone;
  };
  return {
    shown,
    error,
    reload,
    round,
    task,
    conflict: saving.conflict ?? overtaken,
    save: async (content) =>
      shown !== undefined && saving.save({ ...shown, revision: latest.current }, content),
    move: async (step, body, done) => {
      if (!shown) return false;
      const isDone = await move(step, body, latest.current, done);
      if (isDone && step.startsWith('versions/')) begin();
      return isDone;
    },
  };
}
