import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sqliteCode } from './sqlite-trouble.ts';

interface Waiting {
  readonly work: () => Promise<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
}

/** How long one group may keep the write lock before others, in this process or another, get their turn. */
const maxHoldMs = 10;
const busyPatienceMs = 10_000;
const fewTurns = 20;

/**
 * Lets concurrent writes share one commit. A commit on SQLite waits for the disk (`synchronous=FULL`); writers
 * that arrive meanwhile join the next group, each in its own savepoint, and one wait serves them all (ADR 5).
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #statements: Record<'begin' | 'commit' | 'rollback' | 'save' | 'undo' | 'release', StatementSync>;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
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
      this.#waiting.push({ work, resolve: resolve as never, reject });
      this.#running ??= this.#drain();
    });
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Everything that this turn of the event loop brings joins one group. SQLite answers at once, so whoever
      // writes in a loop would without these turns leave nobody else a chance: no timer, no request.
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
    const first = this.#waiting.shift() as Waiting;
    const group = [first];
    const settle: (() => void)[] = [];
    const until = performance.now() + maxHoldMs;
    try {
      // Nothing comes before the first, so that undoing it needs no savepoint, and a savepoint copies every page.
      const value = await first.work();
      settle.push(() => first.resolve(value as never));
      while (this.#waiting.length > 0 && performance.now() < until) {
        const writer = this.#waiting.shift() as Waiting;
        group.push(writer);
        settle.push(await this.#runOne(writer));
      }
      this.#statements.commit.run();
    } catch (error) {
      for (const { reject } of group) reject(error);
      this.#abandon();
      return;
    }
    for (const done of settle) done();
  }

  async #runOne({ work, resolve, reject }: Waiting): Promise<() => void> {
    const { save, undo, release } = this.#statements;
    save.run();
    try {
      const value = await work();
      release.run();
      return () => resolve(value as never);
    } catch (error) {
      // A full or failing disk makes SQLite roll back everything, the neighbours of this writer included.
      if (!this.#database.isTransaction) throw error;
      undo.run();
      release.run();
      return () => reject(error);
    }
  }

  /** Another process may hold the lock. Waiting inside SQLite would stop the event loop, so we wait out here. */
  async #begin(): Promise<void> {
    this.#abandon();
    const patience = performance.now() + busyPatienceMs;
    for (let tries = 1; ; tries += 1) {
      try {
        this.#statements.begin.run();
        return;
      } catch (error) {
        if (sqliteCode(error) !== BUSY || performance.now() > patience) throw error;
        // A process beside us is done within a few turns; a backup or a shell may take its time.
        await (tries <= fewTurns ? new Promise(setImmediate) : sleep(1));
      }
    }
  }

  /** Leaves no transaction open. Where a failing disk prevents that, the next group tries again before it begins. */
  #abandon(): void {
    try {
      if (this.#database.isTransaction) this.#statements.rollback.run();
    } catch {
      // Whoever waits has the error that came first.
    }
  }
}

const BUSY = 5;
