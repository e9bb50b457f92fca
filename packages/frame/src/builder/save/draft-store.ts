/** Content that is not saved yet, kept by the browser. */
export interface Draft<T> {
  readonly content: T;
  /** The revision that it is based on. */
  readonly revision: number;
  /** The dashboard that a new one was made from. */
  readonly from?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface DraftStore<T> {
  /** Whether drafts survive this page. If the browser denies storage, they are in memory only, and the page says so. */
  readonly lasting: boolean;
  read(dashboardId: string): Draft<T> | undefined;
  write(dashboardId: string, draft: Draft<T>): void;
  remove(dashboardId: string): void;
  /** Drafts that survived an earlier page, of dashboards that were never saved. */
  unstored(): readonly (readonly [dashboardId: string, draft: Draft<T>])[];
}

const OLDEST_MS = 30 * 24 * 3_600_000;

/** Drafts by dashboard. `owner` identifies tenant, embed and viewer, so that people who share a computer do not get each other's. */
export function createDraftStore<T>(
  owner: string,
  storage: Storage | undefined,
  now: () => number,
): DraftStore<T> {
  const memory = new Map<string, Draft<T>>();
  const prefix = `inlay-draft:${owner}:`;
  const keyOf = (dashboardId: string) => prefix + dashboardId;
  const kept = storage && isWritable(storage) ? storage : undefined;
  return {
    lasting: kept !== undefined,
    read: (dashboardId) => {
      const draft = memory.get(dashboardId) ?? readDraft<T>(kept, keyOf(dashboardId));
      return draft && now() - draft.at < OLDEST_MS ? draft : undefined;
    },
    write: (dashboardId, draft) => {
      memory.set(dashboardId, draft);
      try {
        kept?.setItem(keyOf(dashboardId), JSON.stringify(draft));
      } catch {
        // The storage is full. The draft is still in memory, and is saved soon.
      }
    },
    remove: (dashboardId) => {
      memory.delete(dashboardId);
      kept?.removeItem(keyOf(dashboardId));
    },
    unstored: () =>
      Object.keys(kept ?? {}).flatMap((key) => {
        const draft = key.startsWith(prefix) ? readDraft<T>(kept, key) : undefined;
        return draft?.revision === 0 ? [[key.slice(prefix.length), draft] as const] : [];
      }),
  };
}

/** In a frame of another site, access to the storage may throw. */
export function browserStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

function isWritable(storage: Storage): boolean {
  try {
    storage.setItem('inlay-draft', '');
    storage.removeItem('inlay-draft');
    return true;
  } catch {
    return false;
  }
}

function readDraft<T>(storage: Storage | undefined, key: string): Draft<T> | undefined {
  try {
    const draft = JSON.parse(storage?.getItem(key) ?? 'null') as Draft<T> | null;
    return draft && typeof draft.at === 'number' && typeof draft.revision === 'number' ? draft : undefined;
  } catch {
    return undefined;
  }
}
