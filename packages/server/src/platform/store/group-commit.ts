import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Time } from '../time/time.ts';
import { sqliteCode } from './sqlite-error.ts';

interface Writer {
  /** Returns a function that resolves the caller's promise, to be called after the commit. */
  readonly work: () => Promise<() => void>;
  readonly reject: (reason: unknown) => void;
}

/** How long a group may hold the write lock before other writers, in this process or another, get a turn. */
const maxHoldMs = 10;
const busyTimeoutMs = 10_000;

/**
 * Lets concurrent writes share one commit. A commit on SQLite waits for the disk (`synchronous=FULL`); writers
 * that arrive meanwhile join the next group, each in its own savepoint (ADR 5).
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #time: Time;
  readonly #statements: Record<'begin' | 'commit' | 'rollback' | 'save' | 'undo' | 'release', StatementSync>;
  #waiting: Writer[] = [];
  #running: Promise<void> | undefined;

  constructor(database: DatabaseSync, time: Time) {
    this.#database = database;
    this.#time = time;
    this.#statements = {
      begin: database.prepare('begin immediate'),
      commit: database.prepare('commit'),
      rollback: database.prepare('rollback'),
      save: database.prepare('savepoint one_writer'),
      undo: database.prepare('rollback to one_writer'),
      release: database.prepare('release one_writer'),
    };
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const resolveLater = async () => {
        const value = await work();
        return () => resolve(value);
      };
      this.#waiting.push({ work: resolveLater, reject });
      this.#running ??= this.#drain();
    });
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // All writes of this turn of the event loop join one group. SQLite is synchronous: without this pause, a caller
      // that writes in a loop would starve timers and other requests.
      await new Promise(setImmediate);
      await this.#commitGroup();
    }
    this.#running = undefined;
  }

  async #commitGroup(): Promise<void> {
    try {
      await this.#begin();
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error);
      return;
    }
    const group: Writer[] = [];
    const settle: (() => void)[] = [];
    const until = this.#time.monotonic() + maxHoldMs;
    try {
      do {
        const writer = this.#waiting.shift();
        if (!writer) break;
        group.push(writer);
        // Rolling back the first writer needs no savepoint, which would copy every page it changes.
        settle.push(await (group.length === 1 ? writer.work() : this.#runInSavepoint(writer)));
      } while (this.#time.monotonic() < until);
      this.#statements.commit.run();
    } catch (error) {
      for (const { reject } of group) reject(error);
      this.#rollBack();
      return;
    }
    for (const done of settle) done();
  }

  async #runInSavepoint({ work, reject }: Writer): Promise<() => void> {
    const { save, undo, release } = this.#statements;
    save.run();
    try {
      const resolve = await work();
      release.run();
      return resolve;
    } catch (error) {
      // A full or failing disk makes SQLite roll back the whole transaction, other writers included.
      if (!this.#database.isTransaction) throw error;
      undo.run();
      release.run();
      return () => reject(error);
    }
  }

  /** Another process may hold the lock. Waiting inside SQLite would block the event loop. */
  async #begin(): Promise<void> {
    this.#rollBack();
    const deadline = this.#time.monotonic() + busyTimeoutMs;
    for (;;) {
      try {
        this.#statements.begin.run();
        return;
      } catch (error) {
        if (sqliteCode(error) !== BUSY || this.#time.monotonic() > deadline) throw error;
        await this.#time.sleep(1);
      }
    }
  }

  /** Leaves no transaction open. If a failing disk prevents that, the next group tries again before it begins. */
  #rollBack(): void {
    try {
      if (this.#database.isTransaction) this.#statements.rollback.run();
    } catch {
      // The callers already have the first error.
    }
  }
}

const BUSY = 5;
