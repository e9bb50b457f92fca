import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { createFairQueue, type FairQueue } from '../../concurrency/fair-queue.ts';
import type { Time, Timer } from '../../time/time.ts';
import { EngineError } from '../engine-error.ts';
import { EngineProcess, type JobOutcome, type RunRules } from '../process/engine-process.ts';
import type { JobOfKind } from '../process/messages.ts';
import { type LossReason, ProcessLostError } from '../process/process-lost-error.ts';
import type { NetworkJob, NetworkNote, NetworkResults, OpenPool } from './messages.ts';
import { PausedError } from './paused-error.ts';

/** The connections of a tenant to one database, as one database user. */
export interface Pool {
  /** The same for the same tenant and connection. */
  readonly key: string;
  readonly tenant: string;
  /** Its host and port: what is paused for the tenant if its responses end processes. */
  readonly server: string;
  readonly open: OpenPool;
}

export interface NetworkProcessesOptions {
  readonly time: Time;
  /** How many share the work; by default one per core, and at most four. */
  readonly processes?: number;
  /** Another program, in tests. */
  readonly start?: typeof startProcess;
  /** Called when a process has ended by itself or had to be killed. */
  readonly onLost?: (loss: Loss) => void;
}

export interface Loss {
  readonly reason: LossReason;
  /** The only database that it was connected to. */
  readonly culprit?: Pick<Pool, 'tenant' | 'server'>;
}

/** One of the shared processes. */
interface Slot {
  process: NetworkProcess | undefined;
  /** The pools that the process knows. */
  readonly opened: Set<number>;
  startedAt: number;
  /** How often it ended soon after its start, in a row. */
  failures: number;
  idleTimer: Timer | undefined;
}

type Kind = NetworkJob['kind'];

const MAX_PROCESSES = 4;
const IDLE_MS = 60_000;
const PAUSE_MS = 60_000;
/** Statements that lost their process run in one of their own, so many at once. */
const MAX_ALONE = 8;
const MAX_WAITING = 200;
const MAX_WAIT_MS = 15_000;
const MAX_PAUSED = 10_000;
/** A process that ended earlier is started again after a while that grows from time to time. */
const STABLE_MS = 30_000;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5000;

/**
 * The processes in which drivers of databases run, shared by all tenants (ADR 305). A connection is always in the same one,
 * so that it has one pool. If a process ends, its statements run again, each in a process of its own: only the one that
 * ends that too is to blame.
 */
export class NetworkProcesses {
  readonly #time: Time;
  readonly #startProcess: typeof startProcess;
  readonly #onLost: (loss: Loss) => void;
  readonly #slots: readonly Slot[];
  readonly #alone = new Set<NetworkProcess>();
  readonly #aloneInTurn: FairQueue;
  readonly #paused = new LRUCache<string, number>({ max: MAX_PAUSED });
  #closed = false;

  constructor({
    time,
    start = startProcess,
    processes = Math.min(MAX_PROCESSES, availableParallelism()),
    onLost = () => {},
  }: NetworkProcessesOptions) {
    this.#time = time;
    this.#startProcess = start;
    this.#onLost = onLost;
    this.#slots = Array.from({ length: processes }, () => ({
      process: undefined,
      opened: new Set<number>(),
      startedAt: 0,
      failures: 0,
      idleTimer: undefined,
    }));
    this.#aloneInTurn = createFairQueue({
      total: { running: MAX_ALONE, waiting: MAX_WAITING },
      levels: [{ running: MAX_ALONE / 4 }],
      time,
      maxWaitMs: MAX_WAIT_MS,
    });
  }

  /** Process ids of all running processes. */
  get pids(): readonly number[] {
    const processes = [...this.#slots.map(({ process }) => process), ...this.#alone];
    return processes.flatMap((process) => process?.pid ?? []);
  }

  /** Runs a reading job, again in a process of its own if the shared one ended under it. */
  async run<K extends Kind>(
    pool: Pool,
    job: JobOfKind<NetworkJob, K>,
    rules: RunRules,
  ): Promise<JobOutcome<NetworkResults[K]>> {
    this.#refusePaused(pool);
    try {
      const process = await this.#shared(pool, rules);
      return await process.run(job, rules);
    } catch (error) {
      if (!(error instanceof ProcessLostError) || error.reason === 'start' || this.#closed) throw error;
      return this.#aloneInTurn
        .run(pool.tenant, () => this.#runAlone(pool, job, rules), rules.signal)
        .catch((reason) => {
          if (reason instanceof EngineError) throw reason;
          throw new EngineError(rules.signal?.aborted ? 'CANCELLED' : 'TOO_BUSY');
        });
    }
  }

  /** Closes the connections of a pool. */
  forget(pool: Pool): void {
    const slot = this.#slotOf(pool);
    if (!slot.opened.delete(pool.open.pool)) return;
    slot.process?.tell({ kind: 'close', pool: pool.open.pool });
    if (slot.opened.size === 0) this.#endWhenIdle(slot);
  }

  /** Kills every process; resolves when they are gone. */
  async close(): Promise<void> {
    this.#closed = true;
    const processes = [...this.#slots.map(({ process }) => process), ...this.#alone].filter(
      (process) => process !== undefined,
    );
    for (const process of processes) process.kill();
    await Promise.all(processes.map(({ ended }) => ended));
  }

  #slotOf({ key }: Pool): Slot {
    const hash = Buffer.from(key, 'base64').readUInt32BE(0);
    return this.#slots[hash % this.#slots.length] as Slot;
  }

  /** The process of a pool, which is started or told about the pool if necessary. */
  async #shared(pool: Pool, { signal }: RunRules): Promise<NetworkProcess> {
    const slot = this.#slotOf(pool);
    while (slot.process?.isEnding) await slot.process.ended;
    while (slot.process === undefined && this.#backoff(slot) > 0)
      await this.#time.sleep(this.#backoff(slot), { signal }).catch(() => {
        throw new EngineError('CANCELLED');
      });
    if (this.#closed) throw new EngineError('CANCELLED');
    const process = slot.process ?? this.#start(slot);
    slot.idleTimer?.stop();
    if (!slot.opened.has(pool.open.pool)) process.tell(pool.open);
    slot.opened.add(pool.open.pool);
    return process;
  }

  #start(slot: Slot): NetworkProcess {
    const process = this.#startProcess(this.#time);
    slot.process = process;
    slot.startedAt = this.#time.monotonic();
    void process.ended.then((reason) => this.#onEnded(slot, process, reason));
    return process;
  }

  #onEnded(slot: Slot, process: NetworkProcess, reason: LossReason): void {
    // Otherwise it was idle, and was ended here.
    if (slot.process !== process) return;
    slot.process = undefined;
    slot.opened.clear();
    if (this.#closed) return;
    const isStable = this.#time.monotonic() - slot.startedAt >= STABLE_MS;
    slot.failures = isStable ? 1 : slot.failures + 1;
    this.#onLost({ reason });
  }

  /** How long the process of a slot must not be started yet. */
  #backoff({ failures, startedAt }: Slot): number {
    if (failures < 2) return 0;
    const ms = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures - 2));
    return startedAt + ms - this.#time.monotonic();
  }

  #endWhenIdle(slot: Slot): void {
    const { process } = slot;
    slot.idleTimer = this.#time.after(IDLE_MS, () => {
      if (process === undefined || slot.process !== process) return;
      slot.process = undefined;
      process.kill();
    });
  }

  async #runAlone<K extends Kind>(
    pool: Pool,
    job: JobOfKind<NetworkJob, K>,
    rules: RunRules,
  ): Promise<JobOutcome<NetworkResults[K]>> {
    if (this.#closed) throw new EngineError('CANCELLED');
    this.#refusePaused(pool);
    const process = this.#startProcess(this.#time);
    this.#alone.add(process);
    try {
      process.tell(pool.open);
      return await process.run(job, rules);
    } catch (error) {
      if (!(error instanceof ProcessLostError) || error.reason === 'start' || this.#closed) throw error;
      this.#onLost({ reason: error.reason, culprit: pool });
      this.#paused.set(pauseKey(pool), this.#time.monotonic() + PAUSE_MS);
      throw new PausedError(PAUSE_MS, error.detail);
    } finally {
      process.kill();
      await process.ended;
      this.#alone.delete(process);
    }
  }

  #refusePaused(pool: Pool): void {
    const leftMs = (this.#paused.get(pauseKey(pool)) ?? 0) - this.#time.monotonic();
    if (leftMs > 0) throw new PausedError(leftMs);
  }
}

const pauseKey = ({ tenant, server }: Pool) => JSON.stringify([tenant, server]);

export type NetworkProcess = EngineProcess<NetworkJob, NetworkResults, undefined, NetworkNote>;

/** Results of several queries at once, each within its own limit. */
const PROCESS_MB = 1024;
const HEAP_MB = 512;

/** Starts a process that runs the drivers of databases over the network. */
export function startProcess(time: Time): NetworkProcess {
  return new EngineProcess({
    main: new URL('./child/main.ts', import.meta.url),
    isConfined: true,
    start: undefined,
    processMb: PROCESS_MB,
    heapMb: HEAP_MB,
    threads: 4,
    unstoppable: 'abandon',
    time,
  });
}
