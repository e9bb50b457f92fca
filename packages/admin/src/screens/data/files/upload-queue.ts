import type { FileImport } from '@inlay/protocol/data-file';
import { signal } from '@preact/signals';
import { api } from '../../../api/api.ts';
import { ApiError } from '../../../api/api-error.ts';
import { sendFile } from '../../../api/send-file.ts';
import { forgetUpload, rememberUpload } from './remembered-uploads.ts';

export interface Transfer {
  readonly name: string;
  readonly size: number;
  /** Bytes that the server has. */
  readonly sent: number;
  readonly state: 'sending' | 'waiting' | 'checking' | 'done' | 'failed';
  /** Why it failed, as the server reports it. */
  readonly error?: string;
  readonly rows?: number;
  readonly table?: string;
}

/** Of the app, not of the screen: uploads go on while other screens are open. */
export const transfers = signal<readonly Transfer[]>([]);

const PART_BYTES = 8 * 1024 * 1024;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;
const POLL_MS = 500;
const MAX_RESUMES = 3;

const stopped = new Map<string, AbortController>();

/** The name of a file on the server: letters, digits, spaces, dots, dashes and underscores. */
export function serverName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9 ._-]+/g, '_')
    .replaceAll(/\.{2,}/g, '.');
  return /^[A-Za-z0-9]/.test(plain) ? plain : `file${plain}`;
}

/**
 * Sends a file in parts. After a lost connection it requests how much the server has, and resumes from there.
 */
export async function upload(file: File, options: { readonly resume: boolean }): Promise<void> {
  const name = serverName(file.name);
  if (stopped.has(name)) return;
  const stop = new AbortController();
  stopped.set(name, stop);
  rememberUpload(name, file);
  add({ name, size: file.size, sent: 0, state: 'sending' });
  try {
    const first = options.resume ? await receivedBytes(name) : 0;
    await sendFrom(file, name, first, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted)
      change(name, { state: 'failed', error: error instanceof Error ? error.message : String(error) });
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
    change(name, { sent: first, state: 'sending' });
    try {
      const response = await sendFile('PUT', '/files/{name}', {
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
          change(name, sent >= file.size ? { sent, state: 'checking' } : { sent });
        },
      });
      pause = FIRST_PAUSE_MS;
      if ('state' in response) {
        forgetUpload(name);
        change(name, { sent: file.size, state: 'checking' });
        const { rows, table } = await imported(response, signal);
        change(name, { state: 'done', table, ...(rows === null ? {} : { rows }) });
        return;
      }
      first = response.bytes;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      const received = (error.details as { received?: number } | undefined)?.received;
      if (error.status === 409 && received !== undefined && received <= file.size) {
        first = received;
      } else if (error.status === 0 || error.status === 503 || error.status === 409) {
        change(name, { state: 'waiting' });
        await pauseOrOnline(pause, signal);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        first = await receivedBytes(name).catch(() => first);
      } else {
        forgetUpload(name);
        throw error;
      }
    }
  }
}

/** Polls an import until it is done. One that a restart of the server interrupted is resumed. */
async function imported({ id, ...started }: FileImport, signal: AbortSignal): Promise<FileImport> {
  let current: FileImport = { id, ...started };
  let resumes = 0;
  while (current.state !== 'done') {
    signal.throwIfAborted();
    const isInterrupted = current.state === 'failed' && current.resumable && resumes < MAX_RESUMES;
    if (current.state === 'failed' && !isInterrupted) throw new Error(current.error ?? '');
    if (isInterrupted) resumes += 1;
    await pauseOrOnline(isInterrupted ? FIRST_PAUSE_MS : POLL_MS, signal);
    const request = isInterrupted
      ? api.post('/files/imports/{id}/resume', { path: { id } })
      : api.get('/files/imports/{id}', { path: { id } });
    current = await request.catch((error: unknown) => {
      // The server is restarting, or another window resumed it first: poll again.
      if (error instanceof ApiError && [0, 409, 503].includes(error.status))
        return { ...current, state: 'running' as const };
      throw error;
    });
  }
  return current;
}

async function receivedBytes(name: string): Promise<number> {
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

function add(transfer: Transfer): void {
  transfers.value = [transfer, ...transfers.value.filter(({ name }) => name !== transfer.name)];
}

function change(name: string, to: Partial<Transfer>): void {
  transfers.value = transfers.value.map((transfer) =>
    transfer.name === name ? { ...transfer, ...to } : transfer,
  );
}
