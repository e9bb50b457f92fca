import type { FileImport } from '@inlay/protocol/data-file';
import { signal } from '@preact/signals';
import { api } from '../../../api/api.ts';
import { ApiError } from '../../../api/api-error.ts';
import { sendFile } from '../../../api/send-file.ts';
import { counted } from '../../../parts/counted.ts';
import { forgetUpload, rememberUpload } from './remembered-uploads.ts';

export interface Transfer {
  readonly name: string;
  readonly size: number;
  /** Bytes that the server has. */
  readonly sent: number;
  readonly state: 'sending' | 'waiting' | 'checking' | 'done' | 'failed';
  /** What became of it, or why it waits. */
  readonly note: string;
  readonly table?: string;
}

/** Of the whole app, not of the view: going elsewhere does not stop a file. */
export const transfers = signal<readonly Transfer[]>([]);

const PART_BYTES = 8 * 1024 * 1024;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;
const POLL_MS = 500;
const MAX_RESUMES = 3;

const stopped = new Map<string, AbortController>();

/** Letters, digits, spaces, dots, dashes and underscores are what the server's names may hold. */
export function serverName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9 ._-]+/g, '_')
    .replaceAll(/\.{2,}/g, '.');
  return /^[A-Za-z0-9]/.test(plain) ? plain : `file${plain}`;
}

/**
 * Sends a file part by part from the byte the server is at. A broken line is waited for, the server is asked how
 * far it got, and the file goes on from there.
 */
export async function upload(file: File, options: { readonly resume: boolean }): Promise<void> {
  const name = serverName(file.name);
  if (stopped.has(name)) return;
  const stop = new AbortController();
  stopped.set(name, stop);
  rememberUpload(name, file);
  show({ name, size: file.size, sent: 0, state: 'sending', note: '' });
  try {
    const first = options.resume ? await arrived(name) : 0;
    await sendFrom(file, name, first, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted)
      change(name, { state: 'failed', note: error instanceof Error ? error.message : String(error) });
  } finally {
    stopped.delete(name);
  }
}

export function dismiss(name: string): void {
  stopped.get(name)?.abort();
  transfers.value = transfers.value.filter((transfer) => transfer.name !== name);
}

async function sendFrom(file: File, name: string, start: number, signal: AbortSignal): Promise<void> {
  let first = start;
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const last = Math.min(first + PART_BYTES, file.size) - 1;
    change(name, { sent: first, state: 'sending', note: '' });
    try {
      const answer = await sendFile('PUT', '/files/{name}', {
        path: { name },
        body: file.slice(first, last + 1),
        headers: {
          'content-type': 'application/octet-stream',
          // RFC 9110 §14.4
          'content-range': `bytes ${first}-${last}/${file.size}`,
          // RFC 7240 §4.1: proxies cut connections that are quiet for as long as an import may take.
          prefer: 'respond-async',
        },
        signal,
        onProgress: (bytes) => {
          const sent = first + bytes;
          change(name, sent >= file.size ? { sent, state: 'checking', note: '' } : { sent });
        },
      });
      pause = FIRST_PAUSE_MS;
      if ('state' in answer) {
        forgetUpload(name);
        change(name, { sent: file.size, state: 'checking', note: '' });
        const { rows, table } = await imported(answer, signal);
        const note = rows === null ? '' : counted(rows, 'row');
        change(name, { state: 'done', note, table });
        return;
      }
      first = answer.bytes;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      const received = (error.details as { received?: number } | undefined)?.received;
      if (error.status === 409 && received !== undefined && received <= file.size) {
        first = received;
      } else if (error.status === 0 || error.status === 503 || error.status === 409) {
        change(name, { state: 'waiting', note: 'The connection broke off. It goes on by itself.' });
        await pauseOrOnline(pause, signal);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        first = await arrived(name).catch(() => first);
      } else {
        forgetUpload(name);
        throw error;
      }
    }
  }
}

/** Follows an import to its end, also through a restart of the server, which it is resumed after. */
async function imported({ id, ...started }: FileImport, signal: AbortSignal): Promise<FileImport> {
  let current: FileImport = { id, ...started };
  let resumes = 0;
  while (current.state !== 'done') {
    signal.throwIfAborted();
    const isCutShort = current.state === 'failed' && current.resumable && resumes < MAX_RESUMES;
    if (current.state === 'failed' && !isCutShort) throw new Error(current.error ?? 'The import failed.');
    if (isCutShort) resumes += 1;
    await pauseOrOnline(isCutShort ? FIRST_PAUSE_MS : POLL_MS, signal);
    const asked = isCutShort
      ? api.post('/files/imports/{id}/resume', { path: { id } })
      : api.get('/files/imports/{id}', { path: { id } });
    current = await asked.catch((error: unknown) => {
      // The server is restarting, or another window resumed it first: the next poll will show.
      if (error instanceof ApiError && [0, 409, 503].includes(error.status))
        return { ...current, state: 'running' as const };
      throw error;
    });
  }
  return current;
}

/** How much of a file the server has. */
async function arrived(name: string): Promise<number> {
  const { data } = await api.get('/files', { query: { limit: 200 } });
  return data.find((file) => file.name === name && !file.complete)?.bytes ?? 0;
}

function pauseOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  addEventListener('online', () => resolve(), { once: true });
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}

function show(transfer: Transfer): void {
  transfers.value = [transfer, ...transfers.value.filter(({ name }) => name !== transfer.name)];
}

function change(name: string, to: Partial<Transfer>): void {
  transfers.value = transfers.value.map((transfer) =>
    transfer.name === name ? { ...transfer, ...to } : transfer,
  );
}
