import { after, before, describe } from 'node:test';
import { type Claims, type EmbedSetup, goodClaims, setUpEmbedding } from './embed-client.ts';
import { type InlayOptions, STORES, startInlay, type TestInlay, type TestStore } from './start-inlay.ts';

export type Engine = keyof typeof STORES;
export const BOTH: readonly Engine[] = ['SQLite', 'PostgreSQL'];

/** A server that is ready to exchange, its store, and its clock, which stands still until it is moved forward. */
export interface Given {
  readonly setup: EmbedSetup;
  readonly inlay: TestInlay;
  readonly store: TestStore;
  /** Claims that pass every check by the server's clock, but for those given. */
  readonly claims: (other?: Claims) => Claims;
  readonly now: () => number;
  readonly advance: (milliseconds: number) => void;
  /** Ends the server and starts another on the same store. */
  readonly restart: () => Promise<void>;
}

/** Describes behaviour of the exchange on each of the stores, each with a server of its own. */
export function describeEmbedding(
  title: string,
  engines: readonly Engine[],
  tests: (given: Given) => void,
  options: Omit<InlayOptions, 'clock'> = {},
): void {
  for (const engine of engines) {
    describe(`${title} on ${engine}`, () => {
      let time = Date.now();
      let store: TestStore;
      let inlay: TestInlay;
      let setup: EmbedSetup;
      const now = () => time;
      const start = () => startInlay(store, { ...options, clock: now });
      before(async () => {
        store = await STORES[engine]();
        inlay = await start();
        setup = await setUpEmbedding(inlay);
      });
      after(async () => {
        await inlay.close();
        await store.drop();
      });
      tests({
        get setup() {
          return setup;
        },
        get inlay() {
          return inlay;
        },
        get store() {
          return store;
        },
        claims: (other = {}) => ({ ...goodClaims(setup, now()), ...other }),
        now,
        advance: (milliseconds) => {
          time += milliseconds;
        },
        restart: async () => {
          await inlay.close();
          inlay = await start();
          const tokenUrl = setup.tokenUrl.replace(setup.inlay.url, inlay.url);
          setup = { ...setup, inlay, tokenUrl };
        },
      });
    });
  }
}
