/** Where a dashboard stands on its way to the server. */
export type SaveState =
  | { readonly is: 'saved' }
  /** Changed here, not yet sent. */
  | { readonly is: 'dirty' }
  /** On its way; `again`: it changed meanwhile; `failures`: it was sent in vain so often before. */
  | { readonly is: 'saving'; readonly again: boolean; readonly failures: number }
  /** The server was not reached so often in a row. */
  | { readonly is: 'offline'; readonly failures: number }
  /** The session is over; a new token goes on. */
  | { readonly is: 'expired' }
  /** Somebody else saved something else: a person decides. */
  | { readonly is: 'conflict' }
  /** The server says no to what is to be saved, for this reason. */
  | { readonly is: 'refused'; readonly code: string | undefined };

export type SaveEvent =
  | { readonly event: 'edited' }
  | { readonly event: 'sent' }
  | { readonly event: 'accepted' }
  | { readonly event: 'unreachable' }
  | { readonly event: 'expired' }
  | { readonly event: 'stale' }
  | { readonly event: 'refused'; readonly code: string | undefined }
  /** The network or the token is back. */
  | { readonly event: 'back' }
  /** A person decided what becomes of a conflict; `dirty`: it has to be saved. */
  | { readonly event: 'resolved'; readonly dirty: boolean };

const REST_MS = 900;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

export function nextSaveState(state: SaveState, event: SaveEvent): SaveState {
  switch (event.event) {
    case 'edited':
      if (state.is === 'saving') return { ...state, again: true };
      // What waits for the network, a token or a decision takes the edit with it.
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

/** After how long it is sent; `undefined`: not by itself. */
export function delayOf(state: SaveState): number | undefined {
  if (state.is === 'dirty') return REST_MS;
  if (state.is === 'offline') return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (state.failures - 1));
  return undefined;
}

/** Whether leaving now would lose what is not on the server yet. */
export const isUnsaved = (state: SaveState): boolean => state.is !== 'saved';
