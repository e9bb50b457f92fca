import { Worker } from 'node:worker_threads';
import { Batches } from '../../store/batches.ts';
import type { Judgement } from './judge-request.ts';
import {
  type JudgedRequest,
  type PackedJudgement,
  packRequests,
  unpackJudgement,
} from './judging-messages.ts';

interface Waiting {
  readonly resolve: (answers: readonly PackedJudgement[]) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Judges token requests on a thread of its own, so that the event loop goes on with other requests: all of one turn
 * of the loop cross in one message. A job of the thread pool for each signature would cost half as much again as the
 * signature.
 */
export class JudgingThread {
  readonly #batches = new Batches<JudgedRequest, PackedJudgement>((requests) => this.#ask(requests), {
    // One is worked on while the next is on its way.
    mostAtOnce: 2,
    mostInBatch: 16,
  });
  readonly #masterKey: Buffer;
  #worker: Worker | undefined;
  #waiting: Waiting[] = [];

  constructor(masterKey: Buffer) {
    this.#masterKey = masterKey;
  }

  async judge(request: JudgedRequest): Promise<Judgement> {
    const answer = await this.#batches.add(request);
    if (answer instanceof Error) throw answer;
    return unpackJudgement(answer);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  async #ask(requests: readonly JudgedRequest[]): Promise<readonly PackedJudgement[]> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.postMessage(packRequests(requests));
    worker.ref();
    const answers = await new Promise<readonly PackedJudgement[]>((resolve, reject) =>
      this.#waiting.push({ resolve, reject }),
    );
    // A process with nothing else to do may end; while an answer is awaited it may not.
    if (this.#waiting.length === 0) worker.unref();
    return answers;
  }

  /** Made at the first request, and again should it ever end. */
  #start(): Worker {
    const worker = new Worker(new URL('./judging-worker.ts', import.meta.url), {
      workerData: Uint8Array.from(this.#masterKey),
    });
    const end = (reason: unknown) => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.splice(0)) reject(reason);
    };
    // Answers come in the order of the questions.
    worker.on('message', (answers: readonly PackedJudgement[]) => this.#waiting.shift()?.resolve(answers));
    worker.on('error', end);
    worker.on('exit', () => end(new Error('The thread that judges token requests has ended.')));
    return worker;
  }
}
