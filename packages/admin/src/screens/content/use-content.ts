import type { ContentFacts, StaleDetails } from '@inlay/content/content';
import type { Conflict } from '@inlay/ui/form/use-conflict';
import { showToast } from '@inlay/ui/toast';
import { useRef, useState } from 'preact/hooks';
import type { ApiError } from '../../api/api-error.ts';
import { contentOf, type ItemPlural, type Shown } from '../../api/content.ts';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { type Task, useTask } from '../../parts/use-task.ts';
import { type ContentChange, type ContentComment, type ContentStep, contentApi } from './content-api.ts';
import { contentQuery } from './queries.ts';
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
  readonly move: (step: ContentStep, body: ContentComment, done: string) => Promise<boolean>;
  readonly restore: (version: number) => Promise<boolean>;
}

type Send<T> = (headers: { readonly 'if-match': string }) => Promise<T>;

/** One piece of content, saved against the revision that was read, so that no change is overwritten silently. */
export function useContent<K extends ItemPlural>(plural: K, id: string): ContentWork<Shown[K]> {
  const { data: shown, error, reload, replace } = useSnapshot(contentQuery(plural, id));
  const task = useTask();
  // Publishing saves first: what the second step is measured against is what the first one answered.
  const latest = useRef<number>(0);
  latest.current = Math.max(latest.current, shown?.revision ?? 0);
  const [round, setRound] = useState(0);
  const begin = () => setRound((count) => count + 1);
  const content = contentApi(plural, id);
  const saving = useSave<Shown[K], ContentChange>({
    read: content.read,
    write: content.patch,
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

  const move = async (send: Send<Shown[K]>, revision: number, done: string) => {
    let isDone = false;
    await task.run(async () => {
      try {
        const answer = await send({ 'if-match': `"${revision}"` });
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
              replace(await content.read());
              begin();
            });
          },
          overwrite: () => {
            setOvertaken(undefined);
            void move(send, details.revision, done).then((isMoved) => isMoved && begin());
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
    save: async (draft) => shown !== undefined && saving.save({ ...shown, revision: latest.current }, draft),
    move: async (step, body, done) =>
      shown !== undefined && move((headers) => content.move(step, body, headers), latest.current, done),
    restore: async (version) => {
      const send: Send<Shown[K]> = (headers) => content.restore(version, headers);
      const done = `Version ${version} is the draft now.`;
      const isDone = shown !== undefined && (await move(send, latest.current, done));
      if (isDone) begin();
      return isDone;
    },
  };
}
