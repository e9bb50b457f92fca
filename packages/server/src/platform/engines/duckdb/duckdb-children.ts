import { availableParallelism, totalmem } from 'node:os';
import type { Time, Timer } from '../../time/time.ts';
import { EngineError } from '../engine-error.ts';
import { EngineProcess, type JobOutcome, type RunRules } from '../process/engine-process.ts';
import { ProcessLostError } from '../process/process-lost-error.ts';
import type { ChildResources, Job, JobOf, JobResults, OpenFolder } from './messages.ts';

export interface ChildrenOptions {
  /** Processes for queries that exist at once. Imports have one each, and a queue of their own before them. */
  readonly maxChildren: number;
  /** Statements that run at once in one of them. */
  readonly maxJobs: number;
  /** An idle process ends after this time, or already after `surplusMs` if another one has been used since. */
  readonly idleMs: number;
  readonly surplusMs: number;
  readonly resources: ChildResources;
}

/** Jobs that only read a tenant's folder. */
type ReadingKind = 'query' | 'describeStatement' | 'describe' | 'test';

/** A process of the pool and its tenant. */
interface Member {
  readonly child: DuckdbChild;
  readonly folder: string;
  /** For a single statement that may have crashed another process. */
  readonly isSolitary: boolean;
  readonly startedAt: number;
  /** Statements that have a slot in it. */
  users: number;
  /** Accepts no further statements, because another tenant waits for its slot. */
  isLeaving: boolean;
  idleTimer: Timer | undefined;
}

interface Waiting {
  readonly folder: string;
  readonly isSolitary: boolean;
  readonly place: PromiseWithResolvers<Member>;
}

/**
 * The processes that run DuckDB. Each serves the folder of one tenant and is killed when it is idle, exceeds a limit or
 * has to make room for another tenant; it never serves a second one (ADR 240).
 */
export class DuckdbChildren {
  readonly #options: ChildrenOptions;
  readonly #time: Time;
  /** In the order of their last use. */
  readonly #members = new Set<Member>();
  readonly #importing = new Set<DuckdbChild>();
  readonly #waiting = new Set<Waiting>();
  #closed = false;

  constructor(options: ChildrenOptions, time: Time) {
    this.#options = options;
    this.#time = time;
  }

  /** Process ids of all running processes. */
  get pids(): readonly number[] {
    const children = [...[...this.#members].map(({ child }) => child), ...this.#importing];
    return children.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  /**
   * Runs a statement on a tenant's folder. If its process was lost, possibly because of another statement, it is
   * retried once in a separate process, where it cannot affect others. This is safe because statements only read.
   */
  async run<Kind extends ReadingKind>(
    folder: string,
    job: JobOf<Kind>,
    rules: RunRules,
  ): Promise<JobOutcome<JobResults[Kind]>> {
    try {
      return await this.#runOn(folder, job, rules, false);
    } catch (error) {
      if (!(error instanceof ProcessLostError && mayRetry(error)) || this.#closed) throw error;
      return this.#runOn(folder, job, rules, true);
    }
  }

  /** Runs a job such as an import in a dedicated process. */
  async runSeparately<Kind extends 'import' | 'generate'>(
    job: JobOf<Kind>,
    { processMb, ...rules }: RunRules & { readonly processMb: number },
  ): Promise<JobResults[Kind]> {
    if (this.#closed) throw new EngineError('CANCELLED');
    const resources = { ...this.#options.resources, processMb };
    const child = startChild({ folder: undefined, resources, maxJobs: 1, time: this.#time });
    this.#importing.add(child);
    try {
      return (await child.run(job, rules)).result;
    } finally {
      child.kill();
      await child.ended;
      this.#importing.delete(child);
    }
  }

  /** Kills the processes that run nothing; resolves when they are gone. */
  async stopIdle(): Promise<void> {
    const idle = [...this.#members].filter(({ users }) => users === 0);
    for (const { child } of idle) child.kill();
    await Promise.all(idle.map(({ child }) => child.ended));
  }

  /** Kills every process; resolves when they are gone. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#waiting) waiting.place.reject(new EngineError('CANCELLED'));
    this.#waiting.clear();
    const children = [...[...this.#members].map(({ child }) => child), ...this.#importing];
    for (const child of children) child.kill();
    await Promise.all(children.map(({ ended }) => ended));
  }

  async #runOn<Kind extends ReadingKind>(
    folder: string,
    job: JobOf<Kind>,
    rules: RunRules,
    isSolitary: boolean,
  ): Promise<JobOutcome<JobResults[Kind]>> {
    if (rules.signal?.aborted || this.#closed) throw new EngineError('CANCELLED');
    const member = await this.#place(folder, isSolitary, rules);
    try {
      return await member.child.run(job, rules);
    } finally {
      this.#release(member);
    }
  }

  /** Waits for a slot up to the time limit of the statement. */
  async #place(folder: string, isSolitary: boolean, { timeoutMs, signal }: RunRules): Promise<Member> {
    const free = this.#take(folder, isSolitary);
    if (free !== undefined) return free;
    const waiting: Waiting = { folder, isSolitary, place: Promise.withResolvers() };
    const giveUp = (code: 'TOO_BUSY' | 'CANCELLED') => {
      if (this.#waiting.delete(waiting)) waiting.place.reject(new EngineError(code));
    };
    this.#waiting.add(waiting);
    this.#makeRoom();
    const timer = this.#time.after(timeoutMs, () => giveUp('TOO_BUSY'));
    const onAbort = () => giveUp('CANCELLED');
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await waiting.place.promise;
    } finally {
      timer.stop();
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Reserves a slot in the tenant's process, or in a new one if there is room. */
  #take(folder: string, isSolitary: boolean): Member | undefined {
    const own = isSolitary ? undefined : this.#ownOf(folder);
    if (own === undefined && this.#members.size >= this.#options.maxChildren) return undefined;
    if (own !== undefined && own.users >= this.#options.maxJobs) return undefined;
    const member = own ?? this.#start(folder, isSolitary);
    member.users += 1;
    member.idleTimer?.stop();
    return member;
  }

  #ownOf(folder: string): Member | undefined {
    return [...this.#members].find(
      (member) => member.folder === folder && !member.isSolitary && !isGoing(member),
    );
  }

  #start(folder: string, isSolitary: boolean): Member {
    const { resources, maxJobs } = this.#options;
    const child = startChild({ folder, resources, maxJobs, time: this.#time });
    const startedAt = this.#time.monotonic();
    const member = { child, folder, isSolitary, startedAt, users: 0, isLeaving: false, idleTimer: undefined };
    this.#members.add(member);
    void child.ended.then(() => {
      this.#members.delete(member);
      this.#serveWaiting();
    });
    return member;
  }

  #release(member: Member): void {
    member.users -= 1;
    if (this.#members.delete(member)) this.#members.add(member);
    if (member.users === 0) {
      if (member.isLeaving || member.isSolitary) member.child.kill();
      else this.#endWhenIdle(member, this.#time.monotonic());
    }
    this.#serveWaiting();
  }

  #endWhenIdle(member: Member, idleSince: number): void {
    const { idleMs, surplusMs } = this.#options;
    member.idleTimer = this.#time.after(surplusMs, () => {
      const isLastUsed = [...this.#members].at(-1) === member;
      if (!isLastUsed || this.#time.monotonic() - idleSince >= idleMs) member.child.kill();
      else this.#endWhenIdle(member, idleSince);
    });
  }

  /** First come, first served: each tenant has one process, so no tenant gets two turns before another's first. */
  #serveWaiting(): void {
    for (const waiting of this.#waiting) {
      const member = this.#take(waiting.folder, waiting.isSolitary);
      if (member === undefined) continue;
      this.#waiting.delete(waiting);
      waiting.place.resolve(member);
    }
    this.#makeRoom();
  }

  /**
   * Ends as many processes as waiting tenants need: idle ones immediately, otherwise the longest-running ones after
   * their statements.
   */
  #makeRoom(): void {
    const members = [...this.#members];
    const staying = members.filter((member) => !isGoing(member));
    const victims = [
      ...staying.filter(({ users }) => users === 0),
      ...staying.filter(({ users }) => users > 0).sort((a, b) => a.startedAt - b.startedAt),
    ];
    const room = this.#options.maxChildren - staying.length;
    for (const member of victims.slice(0, Math.max(0, this.#missing() - room))) {
      member.isLeaving = true;
      if (member.users === 0) member.child.kill();
    }
  }

  /** The number of processes that waiting tenants need in addition to the existing ones. */
  #missing(): number {
    const waiting = [...this.#waiting];
    const folders = new Set(waiting.filter(({ isSolitary }) => !isSolitary).map(({ folder }) => folder));
    const served = [...folders].filter((folder) => this.#ownOf(folder) !== undefined);
    return folders.size - served.length + waiting.filter(({ isSolitary }) => isSolitary).length;
  }
}

function isGoing({ child, isLeaving }: Member): boolean {
  return isLeaving || child.isEnding;
}

/** A statement that was alone in a process that crashed, or took too much memory, is the reason for it. */
function mayRetry({ reason, wasAlone }: ProcessLostError): boolean {
  return reason === 'kill' || (reason !== 'start' && !wasAlone);
}

const MEMORY_MB = 1024;
const MAX_CHILDREN = 16;

/**
 * Limits for this machine. All DuckDB processes together use less than half of the memory of the machine or
 * container, and there are at most two per core; at least two, so that one tenant cannot block all others (ADR 307).
 */
export function childrenLimits(): ChildrenOptions {
  const machineMb = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1024 ** 2;
  const byMemory = machineMb / 2 / MEMORY_MB;
  const byCores = availableParallelism() * 2;
  return {
    maxChildren: Math.max(2, Math.floor(Math.min(byMemory, byCores, MAX_CHILDREN))),
    maxJobs: 4,
    idleMs: 60_000,
    surplusMs: 5_000,
    resources: { memoryMb: MEMORY_MB, processMb: 2 * MEMORY_MB, threads: 2, spillMb: 4096 },
  };
}

type DuckdbChild = EngineProcess<Job, JobResults, OpenFolder | undefined>;

interface ChildOptions {
  /** The tenant's folder; a child without one imports or generates files. */
  readonly folder: string | undefined;
  readonly resources: ChildResources;
  /** How many jobs run in it at once. */
  readonly maxJobs: number;
  readonly time: Time;
}

/** JavaScript in a child only converts and sends batches. */
const HEAP_MB = 256;

/** Starts a process that runs DuckDB for one tenant. */
export function startChild({ folder, resources, maxJobs, time }: ChildOptions): DuckdbChild {
  return new EngineProcess({
    main: new URL('./child/main.ts', import.meta.url),
    isConfined: false,
    start: folder === undefined ? undefined : { folder, ...resources },
    processMb: resources.processMb,
    heapMb: HEAP_MB,
    // File system calls need some as well.
    threads: maxJobs + 2,
    unstoppable: 'kill',
    time,
  });
}
