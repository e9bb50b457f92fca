import { Worker } from 'node:worker_threads';
import { Batches } from '../../platform/store/batches.ts';
import type { Judgement } from './judge-request.ts';
import {
  type Answer,
  type JudgedRequest,
  type PackedJudgement,
  packRequests,
  unpackJudgement,
} from './judging-messages.ts';
import { OAuthError } from './oauth-error.ts';

interface Waiting {
  readonly resolve: (judgements: readonly PackedJudgement[]) => void;
  readonly reject: (reason: unknown) => void;
}

/** Longer than a thread takes to start on a busy machine, and a thousand times what a message of requests takes. */
const timeoutMs = 10_000;
/** About a second's work of the thread. */
const maxWaiting = 4096;

/**
 * Judges token requests on a thread of its own, so that the event loop goes on with other requests: all of one turn
 * of the loop cross in one message. A job of the thread pool for each signature would cost half as much again as the
 * signature.
 */
export class JudgingThread {
  readonly #batches = new Batches<JudgedRequest, PackedJudgement>((requests) => this.#ask(requests), {
    // One is worked on while the next is on its way.
    maxConcurrent: 2,
    maxBatchSize: 16,
    maxWaiting,
  });
  readonly #masterKey: Buffer;
  #thread: OneThread | undefined;

  constructor(masterKey: Buffer) {
    this.#masterKey = masterKey;
  }

  async judge(request: JudgedRequest): Promise<Judgement> {
    const answer = await this.#batches.add(request);
    if (answer instanceof Error) return refuseForNow(answer);
    return unpackJudgement(answer);
  }

  async close(): Promise<void> {
    await this.#thread?.end(new ThreadFailed('The thread that judges token requests was closed.'));
  }

  /** Judging changes nothing, so what a thread that failed has left open is judged again, once. */
  async #ask(requests: readonly JudgedRequest[]): Promise<readonly PackedJudgement[]> {
    try {
      return await this.#running().ask(requests);
    } catch (error) {
      if (!(error instanceof ThreadFailed)) throw error;
      return await this.#running().ask(requests).catch(refuseForNow);
    }
  }

  /** Made at the first request, and again once it has ended. */
  #running(): OneThread {
    if (!this.#thread || this.#thread.hasEnded) this.#thread = new OneThread(this.#masterKey);
    return this.#thread;
  }
}

class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed';
}

/** A worker and what is awaited of it, and of no other: its end fails exactly that. */
class OneThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  hasEnded = false;

  constructor(masterKey: Buffer) {
    this.#worker = new Worker(new URL('./judging-worker.ts', import.meta.url), {
      workerData: Uint8Array.from(masterKey),
    });
    this.#worker.on('message', ({ id, judgements }: Answer) => this.#waiting.get(id)?.resolve(judgements));
    this.#worker.on('error', (cause) => void this.end(new ThreadFailed('It failed.', { cause })));
    this.#worker.on('exit', () => void this.end(new ThreadFailed('It ended.')));
  }

  async ask(requests: readonly JudgedRequest[]): Promise<readonly PackedJudgement[]> {
    this.#lastId += 1;
    const id = this.#lastId;
    // One that does not answer is stuck: nothing that is sent to it later would be answered either.
    const timer = setTimeout(() => void this.end(new ThreadFailed('It did not answer.')), timeoutMs);
    // A process with nothing else to do may end; while an answer is awaited it may not.
    this.#worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        this.#worker.postMessage(packRequests(id, requests));
      });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#worker.unref();
    }
  }

  async end(reason: ThreadFailed): Promise<void> {
    this.hasEnded = true;
    for (const { reject } of this.#waiting.values()) reject(reason);
    await this.#worker.terminate();
  }
}

function refuseForNow(cause: unknown): never {
  throw new OAuthError(
    'temporarily_unavailable',
    'The request could not be verified. Try again in a moment.',
    {
      statusCode: 503,
      reason: 'thread failed',
      headers: { 'retry-after': '1' },
      cause,
    },
  );
}
