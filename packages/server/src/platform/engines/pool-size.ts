/** How many connections one engine may open, and how long an unused one stays. */
export interface PoolSize {
  readonly maxConnections: number;
  readonly idleMs: number;
}
