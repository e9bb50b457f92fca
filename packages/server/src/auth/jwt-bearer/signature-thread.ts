import { Worker } from 'node:worker_threads';
import { Batches } from '../../store/batches.ts';
import { packChecks, type SignatureCheck } from './signature-batch.ts';

interface Waiting {
  readonly resolve: (verdicts: Uint8Array) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Checks signatures on a thread of its own, so that the event loop goes on with other requests: all checks of one
 * turn of the loop cross in one message. A job of the thread pool for each would cost half as much again as the check.
 */
export class SignatureThread {
  readonly #batches = new Batches<SignatureCheck, boolean>((checks) => this.#ask(checks), {
    // One is worked on while the next is on its way.
    mostAtOnce: 2,
    mostInBatch: 64,
  });
  #worker: Worker | undefined;
  #waiting: Waiting[] = [];

  verify(check: SignatureCheck): Promise<boolean> {
    return this.#batches.add(check);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  async #ask(checks: readonly SignatureCheck[]): Promise<boolean[]> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const batch = packChecks(checks);
    worker.postMessage(batch, [batch.bytes.buffer]);
    worker.ref();
    const verdicts = await new Promise<Uint8Array>((resolve, reject) =>
      this.#waiting.push({ resolve, reject }),
    );
    // A process with nothing else to do may end; while an answer is awaited it may not.
    if (this.#waiting.length === 0) worker.unref();
    return Array.from(verdicts, (verdict) => verdict === 1);
  }

  /** Made at the first check, and again should it ever end. */
  #start(): Worker {
    const worker = new Worker(new URL('./signature-worker.ts', import.meta.url));
    const end = (reason: unknown) => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.splice(0)) reject(reason);
    };
    // Answers come in the order of the questions.
    worker.on('message', (verdicts: Uint8Array) => this.#waiting.shift()?.resolve(verdicts));
    worker.on('error', end);
    worker.on('exit', () => end(new Error('The thread that checks signatures has ended.')));
    return worker;
  }
}
