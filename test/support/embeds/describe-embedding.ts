import { after, before, describe } from 'node:test';
import { type ContentClient, contentClient } from '../content/content-client.ts';
import {
  type InlayOptions,
  type MakeStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../server/start-inlay.ts';
import { type EmbeddingWorld, startWorld } from '../server/worlds.ts';
import { type FakeTime, serverTime } from '../time/fake-time.ts';
import { type Claims, type EmbedSetup, goodClaims } from './embed-client.ts';

/** A server that is ready to exchange tokens, its store, and its clock, which stops until it is moved forward. */
export interface Given {
  readonly setup: EmbedSetup;
  readonly admin: ContentClient;
  readonly inlay: TestInlay;
  readonly store: TestStore;
  /** Claims that pass every check by the server's clock, but for those given. */
  readonly claims: (other?: Claims) => Claims;
  readonly now: () => number;
  /** Moves the clock only. */
  readonly advance: (milliseconds: number) => void;
  readonly time: FakeTime;
  /** Ends the server and starts another on the same store. */
  readonly restart: () => Promise<void>;
}

interface DescribedEmbedding extends Pick<InlayOptions, 'env' | 'passwords'> {
  /** The state before the first test. */
  readonly world?: EmbeddingWorld;
}

/** Describes the behavior of the exchange on each store, with a separate server each. */
export function describeEmbedding(
  title: string,
  stores: Readonly<Record<string, MakeStore>>,
  tests: (given: Given) => void,
  { world = 'embedding', ...options }: DescribedEmbedding = {},
): void {
  for (const [engine, makeStore] of Object.entries(stores)) {
    describe(`${title} on ${engine}`, () => {
      const time = serverTime(Date.now());
      let store: TestStore;
      let inlay: TestInlay;
      let setup: EmbedSetup;
      let admin: ContentClient;
      const { now } = time;
      before(async () => {
        ({ store, inlay, setup, admin } = await startWorld(world, makeStore, { ...options, time }));
      });
      after(async () => {
        await inlay.close();
        await store.drop();
      });
      tests({
        get setup() {
          return setup;
        },
        get admin() {
          return admin;
        },
        get inlay() {
          return inlay;
        },
        get store() {
          return store;
        },
        claims: (other = {}) => ({ ...goodClaims(setup, now()), ...other }),
        now,
        advance: time.setClockBy,
        time,
        restart: async () => {
          await inlay.close();
          inlay = await startInlay(store, { ...options, time });
          const tokenUrl = setup.tokenUrl.replace(setup.inlay.url, inlay.url);
          setup = { ...setup, inlay, tokenUrl };
          admin = contentClient(inlay, setup.adminToken);
        },
      });
    });
  }
}

/** The same with the world of `makeEmbedWorld` in the store. */
export const describeEmbeds = (
  title: string,
  stores: Readonly<Record<string, MakeStore>>,
  tests: (given: Given) => void,
) => describeEmbedding(title, stores, tests, { world: 'embeds' });

/** The same with the world of `makeBuilderWorld` in the store. */
export const describeBuilders = (
  title: string,
  stores: Readonly<Record<string, MakeStore>>,
  tests: (given: Given) => void,
) => describeEmbedding(title, stores, tests, { world: 'builders' });
