import type { UserImport } from '@inlay/protocol/user';
import { api } from '../../../api/api.ts';
import { ApiError } from '../../../api/api-error.ts';
import { sendFile } from '../../../api/send-file.ts';
import type { Problems } from './problem-report.tsx';

export interface Progress {
  /** Bytes that have left the browser. */
  readonly sent: number;
  /** Users that the server has read, once it has reported them. */
  readonly users?: number;
  /** The connection was lost; the outcome is being requested. */
  readonly isLost?: boolean;
}

export type Outcome =
  | { readonly kind: 'done'; readonly users: number; readonly isLate?: boolean }
  | { readonly kind: 'none'; readonly isStopped: boolean }
  | { readonly kind: 'refused'; readonly message: string; readonly problems?: Problems };

const POLL_MS = 1500;

const list = async () => (await api.get('/user-imports', { query: { limit: 20 } })).data;

/**
 * Sends a file of users and reports progress as the server counts it. If there is no response, because the connection
 * was lost or the user stopped it, the outcome is requested from the server: an import is complete or did not happen,
 * and the browser cannot know which.
 */
export async function sendUsers(
  file: File,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const known = new Set((await list()).map(({ id }) => id));
  let progress: Progress = { sent: 0 };
  let isOver = false;
  const report = (more: Partial<Progress>) => {
    // The server's count may arrive after the import has ended.
    if (isOver) return;
    progress = { ...progress, ...more };
    onProgress(progress);
  };
  const own = async () => (await list()).find(({ id }) => !known.has(id));
  const timer = setInterval(() => {
    own().then(
      (found) => found?.state === 'staging' && report({ users: found.users }),
      () => {},
    );
  }, POLL_MS);
  try {
    const isCsv = /\.csv$/i.test(file.name);
    const { users } = await sendFile('POST', '/user-imports', {
      query: { format: isCsv ? 'csv' : 'jsonl' },
      body: file,
      headers: { 'content-type': isCsv ? 'text/csv' : 'application/x-ndjson' },
      signal,
      onProgress: (sent) => report({ sent }),
    });
    return { kind: 'done', users };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'refused', message: String(error) };
    if (error.status !== 0) return refusal(error);
    report({ isLost: true });
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

/** Polls until the server responds and the import has ended. */
async function findOut(own: () => Promise<UserImport | undefined>, isStopped: boolean): Promise<Outcome> {
  for (;;) {
    try {
      const found = await own();
      if (found?.state === 'done') return { kind: 'done', users: found.users, isLate: isStopped };
      if (found?.state !== 'staging') return { kind: 'none', isStopped };
    } catch {
      // Still unreachable: try again.
    }
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}
