import { createHmac, randomBytes } from 'node:crypto';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Time, Timer } from '../time/time.ts';
import { type ConnectionConfig, revealConnection } from './connection-config.ts';
import type { Engine } from './engine.ts';
import { EngineError } from './engine-error.ts';

export interface EngineLease {
  readonly engine: Engine;
  /** Call it when the query has ended, even if it failed. */
  release(): void;
}

export interface EnginePoolsOptions {
  /** The key is the same for the same tenant and connection, and tells nothing about either. */
  open(config: ConnectionConfig, tenantId: TenantId, key: string): Promise<Engine>;
  /** How many engines, each with its own few connections, may be open at once. */
  readonly maxEngines: number;
  readonly idleMs: number;
  readonly time: Time;
}

interface Pooled {
  readonly opening: Promise<Engine>;
  users: number;
  idleTimer: Timer | undefined;
}

/**
 * One engine for each distinct resolved connection of a tenant, shared by the viewers who resolve to it, closed when
 * idle for a while. Keys are HMACs under a key that only this process knows.
 */
export class EnginePools {
  readonly #options: EnginePoolsOptions;
  readonly #secret = randomBytes(32);
  readonly #pooled = new Map<string, Pooled>();
  readonly #closing = new Set<Promise<void>>();
  #closed = false;

  constructor(options: EnginePoolsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#pooled.size;
  }

  async lease(tenantId: TenantId, config: ConnectionConfig): Promise<EngineLease> {
    if (this.#closed) throw new EngineError('CANCELLED');
    const key = this.#keyOf(tenantId, config);
    const pooled = this.#pooled.get(key) ?? this.#open(key, config, tenantId);
    pooled.users += 1;
    pooled.idleTimer?.stop();
    // The order of the map is the order of use, oldest first.
    this.#pooled.delete(key);
    this.#pooled.set(key, pooled);
    try {
      const engine = await pooled.opening;
      let released = false;
      return {
        engine,
        release: () => {
          if (!released) this.#release(key, pooled);
          released = true;
        },
      };
    } catch (error) {
      // A failed engine is opened again by the next caller.
      if (this.#pooled.get(key) === pooled) this.#pooled.delete(key);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const [key, pooled] of [...this.#pooled]) this.#dismiss(key, pooled);
    await Promise.all(this.#closing);
  }

  #open(key: string, config: ConnectionConfig, tenantId: TenantId): Pooled {
    if (this.#pooled.size >= this.#options.maxEngines) this.#makeRoom();
    const pooled: Pooled = {
      opening: this.#options.open(config, tenantId, key),
      users: 0,
      idleTimer: undefined,
    };
    this.#pooled.set(key, pooled);
    return pooled;
  }

  #makeRoom(): void {
    const unused = [...this.#pooled].find(([, pooled]) => pooled.users === 0);
    if (unused === undefined) throw new EngineError('TOO_BUSY');
    this.#dismiss(...unused);
  }

  #release(key: string, pooled: Pooled): void {
    pooled.users -= 1;
    if (pooled.users > 0 || this.#pooled.get(key) !== pooled) return;
    const { time, idleMs } = this.#options;
    pooled.idleTimer = time.after(idleMs, () => this.#dismiss(key, pooled));
  }

  #dismiss(key: string, pooled: Pooled): void {
    pooled.idleTimer?.stop();
    this.#pooled.delete(key);
    const closing = pooled.opening
      .then((engine) => engine.close())
      .catch(() => {})
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  #keyOf(tenantId: TenantId, config: ConnectionConfig): string {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([tenantId, revealConnection(config)]))
      .digest('base64');
  }
}
