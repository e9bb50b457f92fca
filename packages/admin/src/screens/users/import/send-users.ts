import type { UserImport } from '@inlay/protocol/user';
import { api } from '../../../api/api.ts';
import { ApiError } from '../../../api/api-error.ts';
import { sendFile } from '../../../api/send-file.ts';
import type { Problems } from './problem-report.tsx';

export interface Progress {
  /** Bytes that have left the browser. */
  readonly sent: number;
  /** Users that the server has read; nothing while it has not said. */
  readonly users?: number;
  /** The connection is gone, and what became of the import is being found out. */
  readonly isLost?: boolean;
}

export type Outcome =
  | { readonly kind: 'done'; readonly users: number; readonly isLate?: boolean }
  | { readonly kind: 'refused'; readonly message: string; readonly problems?: Problems };

const LOOK_MS = 1500;

const list = async () => (await api.get('/user-imports', { query: { limit: 20 } })).data;

/**
 * Sends a file of users and says how far it is by the server's own count. Where no answer comes, because the
 * connection broke or somebody stopped it, the server is asked what became of it: an import happens as a whole or
 * not at all, and which of the two is never guessed.
 */
export async function sendUsers(
  file: File,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const known = new Set((await list()).map(({ id }) => id));
  let progress: Progress = { sent: 0 };
  let isOver = false;
  const tell = (more: Partial<Progress>) => {
    // The server's count may arrive after the import has ended.
    if (isOver) return;
    progress = { ...progress, ...more };
    onProgress(progress);
  };
  const own = async () => (await list()).find(({ id }) => !known.has(id));
  const timer = setInterval(() => {
    own().then(
      (found) => found?.state === 'staging' && tell({ users: found.users }),
      () => {},
    );
  }, LOOK_MS);
  try {
    const isCsv = /\.csv$/i.test(file.name);
    const { users } = await sendFile('POST', '/user-imports', {
      query: { format: isCsv ? 'csv' : 'jsonl' },
      body: file,
      headers: { 'content-type': isCsv ? 'text/csv' : 'application/x-ndjson' },
      signal,
      onProgress: (sent) => tell({ sent }),
    });
    return { kind: 'done', users };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'refused', message: String(error) };
    if (error.status !== 0) return refusal(error);
    tell({ isLost: true });
    return await findOut(own, signal.aborted);
  } finally {
    isOver = true;
    clearInterval(timer);
  }
}

function refusal({ message, details }: ApiError): Outcome {
  const problems = details as Partial<Problems> | undefined;
  return { kind: 'refused', message, ...(problems?.problems ? { problems: problems as Problems } : {}) };
}

/** Asks until the server can be reached and the import has come to an end, whichever. */
async function findOut(own: () => Promise<UserImport | undefined>, wasStopped: boolean): Promise<Outcome> {
  for (;;) {
    try {
      const found = await own();
      if (found?.state === 'done') return { kind: 'done', users: found.users, isLate: wasStopped };
      if (found?.state !== 'staging') {
        const message = wasStopped
          ? 'Stopped: nobody was imported.'
          : 'The connection broke off: nobody was imported. Send the file again.';
        return { kind: 'refused', message };
      }
    } catch {
      // Still out of reach: it is asked again.
    }
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}
