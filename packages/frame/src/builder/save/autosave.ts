import type { DraftStore } from './draft-store.ts';
import type { Refusal } from './refusal.ts';

/** How far the content on this page has been saved. */
export type SaveState =
  | { readonly is: 'saved' }
  /** Changed here, not sent yet. */
  | { readonly is: 'dirty' }
  /** Sent. `again`: changed since then. `failures`: attempts in a row that failed before. */
  | { readonly is: 'saving'; readonly again: boolean; readonly failures: number }
  /** The server was not reached this many times in a row. */
  | { readonly is: 'offline'; readonly failures: number }
  /** The session has expired; saving continues with a new token. */
  | { readonly is: 'expired' }
  /** Somebody else saved other changes: the user decides. */
  | { readonly is: 'conflict' }
  /** The server refused the content. */
  | { readonly is: 'refused'; readonly code: string | undefined };

type SaveEvent =
  | { readonly event: 'edited' }
  | { readonly event: 'sent' }
  | { readonly event: 'accepted' }
  | { readonly event: 'unreachable' }
  | { readonly event: 'expired' }
  | { readonly event: 'stale' }
  | { readonly event: 'refused'; readonly code: string | undefined }
  /** The network or the session is back. */
  | { readonly event: 'back' }
  /** The user resolved a conflict. `dirty`: the result has to be saved. */
  | { readonly event: 'resolved'; readonly dirty: boolean };

const REST_MS = 900;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

export function nextSaveState(state: SaveState, event: SaveEvent): SaveState {
  switch (event.event) {
    case 'edited':
      if (state.is === 'saving') return { ...state, again: true };
      // In the other states, the edit is sent with the changes that are not saved yet.
      return ['saved', 'refused'].includes(state.is) ? { is: 'dirty' } : state;
    case 'sent':
      return { is: 'saving', again: false, failures: state.is === 'offline' ? state.failures : 0 };
    case 'accepted':
      return state.is === 'saving' && state.again ? { is: 'dirty' } : { is: 'saved' };
    case 'unreachable':
      return { is: 'offline', failures: (state.is === 'saving' ? state.failures : 0) + 1 };
    case 'expired':
      return { is: 'expired' };
    case 'stale':
      return { is: 'conflict' };
    case 'refused':
      return { is: 'refused', code: event.code };
    case 'back':
      return state.is === 'offline' || state.is === 'expired' ? { is: 'dirty' } : state;
    case 'resolved':
      return event.dirty ? { is: 'dirty' } : { is: 'saved' };
  }
}

/** The time until the content is sent; undefined in states that need something else first. */
export function delayOf(state: SaveState): number | undefined {
  if (state.is === 'dirty') return REST_MS;
  if (state.is === 'offline') return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (state.failures - 1));
  return undefined;
}

/** Whether leaving the page now would lose changes. */
export const isUnsaved = (state: SaveState): boolean => state.is !== 'saved';

export interface Autosave<T> {
  state(): SaveState;
  /** The revision on the server that this content is based on. */
  revision(): number;
  edited(content: T): void;
  /** Saves unsaved changes now. Settles once they are saved, or the state says why not. */
  flush(): Promise<void>;
  /** The user resolved a conflict: this revision is the new base. */
  resolve(content: T, revision: number, dirty: boolean): void;
  /** The session has expired, or was renewed. */
  session(over: boolean): void;
  /** Sends nothing more by itself, and keeps the draft. */
  stop(): void;
}

interface AutosaveOptions<T> {
  readonly dashboardId: string;
  readonly revision: number;
  /** The dashboard that a new one was made from. */
  readonly from?: string | undefined;
  readonly drafts: DraftStore<T>;
  readonly now: () => number;
  /** Returns the new revision; rejects with a `Refusal`. */
  readonly save: (content: T, revision: number) => Promise<number>;
  readonly onState: (state: SaveState) => void;
}

/** Saves changes after a short pause, and keeps a draft until they are saved. */
export function createAutosave<T>(options: AutosaveOptions<T>): Autosave<T> {
  const { dashboardId, from, drafts, now, save, onState } = options;
  let { revision } = options;
  let state: SaveState = { is: 'saved' };
  let content: T | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  let isOver = false;

  const handle = (event: SaveEvent) => {
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
    handle({ event: 'sent' });
    try {
      revision = await save(sent, revision);
      if (content === sent) drafts.remove(dashboardId);
      handle({ event: 'accepted' });
      // Edits made while the request waited for a token are not saved yet.
      if (content !== sent && state.is === 'saved') handle({ event: 'edited' });
    } catch (error) {
      handle(eventOf(error as Partial<Refusal>));
    }
  };

  const keep = (next: T) => drafts.write(dashboardId, { content: next, revision, from, at: now() });
  const back = () => handle({ event: 'back' });
  globalThis.addEventListener?.('online', back);

  return {
    state: () => state,
    revision: () => revision,
    edited: (next) => {
      content = next;
      keep(next);
      handle({ event: 'edited' });
      if (isOver && state.is === 'dirty') handle({ event: 'expired' });
    },
    flush: async () => {
      await sending;
      if (state.is === 'expired') handle({ event: 'back' });
      if (state.is === 'dirty' || state.is === 'offline' || state.is === 'refused') await send();
    },
    resolve: (next, nextRevision, dirty) => {
      content = next;
      revision = nextRevision;
      if (dirty) keep(next);
      else drafts.remove(dashboardId);
      handle({ event: 'resolved', dirty });
    },
    session: (over) => {
      isOver = over;
      if (!over) handle({ event: 'back' });
      else if (state.is !== 'saved') handle({ event: 'expired' });
    },
    stop: () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', back);
    },
  };
}

/** Errors of the server are retried like those of the network: both may be temporary. */
function eventOf({ status, code }: Partial<Refusal>): SaveEvent {
  if (code === 'NO_TOKEN' || code === 'TOKEN_EXPIRED') return { event: 'expired' };
  if (status === undefined || status >= 500 || status === 429) return { event: 'unreachable' };
  if (status === 401) return { event: 'expired' };
  if (status === 412) return { event: 'stale' };
  return { event: 'refused', code };
}
