import { useRef, useState } from 'preact/hooks';
import { ApiError, ask } from '../../api/ask.ts';
import {
  type ContentFacts,
  changesBetween,
  contentOf,
  type Plural,
  type StaleDetails,
} from '../../api/content.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { say } from '../../parts/toasts.tsx';
import { type Task, useTask } from '../../parts/use-task.ts';
import { type ConflictParts, conflictParts } from './conflict-parts.ts';

/** Somebody else was faster: what they did, and the two ways on. */
export interface Conflict {
  readonly details: StaleDetails;
  /** Both versions beside each other; nothing where only the state was to change. */
  readonly parts: ConflictParts | undefined;
  readonly overwrite: () => Promise<void>;
  readonly takeTheirs: () => void;
  readonly cancel: () => void;
}

export interface ContentWork<T extends ContentFacts> {
  readonly shown: T | undefined;
  readonly error: ApiError | undefined;
  readonly reload: () => void;
  /** Grows when what is on the server came in anew: editors begin again. */
  readonly round: number;
  readonly task: Task;
  readonly conflict: Conflict | undefined;
  /** Answers whether it is saved. */
  readonly save: (content: Omit<T, keyof ContentFacts>) => Promise<boolean>;
  readonly move: (step: string, body: object, done: string) => Promise<boolean>;
}

/** One piece of content, saved against the revision that was read: nobody is overwritten unseen. */
export function useContent<T extends ContentFacts>(plural: Plural, id: string): ContentWork<T> {
  const path = `${plural}/${encodeURIComponent(id)}`;
  const { data: shown, error, reload, replace } = useAnswer<T>(path);
  const task = useTask();
  // Publishing saves first: what the second step is measured against is what the first one answered.
  const latest = useRef<number>(0);
  latest.current = Math.max(latest.current, shown?.revision ?? 0);
  const [conflict, setConflict] = useState<Conflict>();
  const [round, setRound] = useState(0);

  const send = async (
    work: (revision: number) => Promise<T>,
    revision: number,
    done: string,
    mine?: Omit<T, keyof ContentFacts>,
  ) => {
    let isDone = false;
    await task.run(async () => {
      try {
        const answer = await work(revision);
        latest.current = answer.revision ?? 0;
        replace(answer);
        isDone = true;
        say(done);
      } catch (refusal) {
        if (!(refusal instanceof ApiError) || refusal.status !== 412) throw refusal;
        const details = refusal.details as StaleDetails;
        const theirs = contentOf(await ask<T>('GET', path));
        setConflict({
          details,
          parts: mine && shown && conflictParts(contentOf(shown), mine, theirs),
          cancel: () => setConflict(undefined),
          takeTheirs: () => {
            setConflict(undefined);
            void task.run(async () => {
              replace(await ask<T>('GET', path));
              setRound((count) => count + 1);
            });
          },
          overwrite: async () => {
            setConflict(undefined);
            // The answer holds what both did: an editor that went on with its own would take the other's back.
            if (await send(work, details.revision, done, mine)) setRound((count) => count + 1);
          },
        });
      }
    });
    return isDone;
  };
  const ifMatch = (revision: number) => ({ 'if-match': `"${revision}"` });
  return {
    shown,
    error,
    reload,
    round,
    task,
    conflict,
    save: async (content) => {
      if (!shown) return false;
      const change = changesBetween(contentOf(shown), content);
      if (Object.keys(change).length === 0) return true;
      const work = (revision: number) => ask<T>('PATCH', path, change, ifMatch(revision));
      return send(work, latest.current, 'Saved.', content);
    },
    move: async (step, body, done) => {
      if (!shown) return false;
      const work = (revision: number) => ask<T>('POST', `${path}/${step}`, body, ifMatch(revision));
      const isDone = await send(work, latest.current, done);
      if (isDone && step.startsWith('versions/')) setRound((count) => count + 1);
      return isDone;
    },
  };
}
