import type { DraftStore } from './draft-store.ts';
import type { Refusal } from './refusal.ts';
import { delayOf, nextSaveState, type SaveEvent, type SaveState } from './save-state.ts';

export interface Autosave<T> {
  state(): SaveState;
  /** The revision on the server that the content here was made of. */
  revision(): number;
  edited(content: T): void;
  /** Saves now what is not saved. Settles when the server has it, or says why not by the state. */
  flush(): Promise<void>;
  /** A person decided about a conflict: from here on this revision is the base. */
  resolve(content: T, revision: number, dirty: boolean): void;
  /** The session is over, or goes on. */
  session(over: boolean): void;
  /** Forgets the timer, and leaves the draft where it is. */
  stop(): void;
}

interface AutosaveOptions<T> {
  readonly dashboardId: string;
  readonly revision: number;
  readonly drafts: DraftStore<T>;
  readonly now: () => number;
  /** Returns the new revision; rejects with a `Refusal`. */
  readonly save: (content: T, revision: number) => Promise<number>;
  readonly onState: (state: SaveState) => void;
}

/** Sends what changes after a short rest, and keeps a draft until the server has it. */
export function createAutosave<T>(options: AutosaveOptions<T>): Autosave<T> {
  const { dashboardId, drafts, now, save, onState } = options;
  let { revision } = options;
  let state: SaveState = { is: 'saved' };
  let content: T | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  let isOver = false;

  const hear = (event: SaveEvent) => {
    state = nextSaveState(state, event);
    clearTimeout(timer);
    const delay = delayOf(state);
    if (delay !== undefined) timer = setTimeout(() => void send(), delay);
    onState(state);
  };

  const send = (): Promise<void> => {
    sending ??= attempt().finally(() => {
      sending = undefined;
    });
    return sending;
  };

  const attempt = async () => {
    if (content === undefined) return;
    const sent = content;
    hear({ event: 'sent' });
    try {
      revision = await save(sent, revision);
      if (content === sent) drafts.remove(dashboardId);
      hear({ event: 'accepted' });
      // What was edited while it waited for a token is not there yet.
      if (content !== sent && state.is === 'saved') hear({ event: 'edited' });
    } catch (error) {
      hear(eventOf(error as Partial<Refusal>));
    }
  };

  const back = () => hear({ event: 'back' });
  globalThis.addEventListener?.('online', back);

  return {
    state: () => state,
    revision: () => revision,
    edited: (next) => {
      content = next;
      drafts.write(dashboardId, { content: next, revision, at: now() });
      hear({ event: 'edited' });
      if (isOver && state.is === 'dirty') hear({ event: 'expired' });
    },
    flush: async () => {
      await sending;
      if (state.is === 'expired') hear({ event: 'back' });
      if (state.is === 'dirty' || state.is === 'offline' || state.is === 'refused') await send();
    },
    resolve: (next, nextRevision, dirty) => {
      content = next;
      revision = nextRevision;
      if (dirty) drafts.write(dashboardId, { content: next, revision, at: now() });
      else drafts.remove(dashboardId);
      hear({ event: 'resolved', dirty });
    },
    session: (over) => {
      isOver = over;
      if (!over) hear({ event: 'back' });
      else if (state.is !== 'saved') hear({ event: 'expired' });
    },
    stop: () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', back);
    },
  };
}

/** A failure in the server may pass as well as one on the way to it. */
function eventOf({ status, code }: Partial<Refusal>): SaveEvent {
  if (code === 'NO_TOKEN' || code === 'TOKEN_EXPIRED') return { event: 'expired' };
  if (status === undefined || status >= 500 || status === 429) return { event: 'unreachable' };
  if (status === 401) return { event: 'expired' };
  if (status === 412) return { event: 'stale' };
  return { event: 'refused', code };
}
