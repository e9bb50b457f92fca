import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBuilderWorld } from '../builder/builder-world.ts';
import { type ContentClient, contentClient } from '../content/content-client.ts';
import { type EmbedSetup, readEmbedSetup, setUpEmbedding } from '../embeds/embed-client.ts';
import { makeEmbedWorld } from '../embeds/embed-world.ts';
import { logInAs } from '../http/api-client.ts';
import { sharedFolder } from '../stores/shared-folder.ts';
import { timeAt } from '../time/fake-time.ts';
import {
  type InlayOptions,
  type MakeStore,
  sqliteStore,
  sqliteStoreIn,
  startInlay,
  type TestInlay,
  type TestStore,
} from './start-inlay.ts';

const hourMs = 3_600_000;
/** Before the clock of any test that begins with the present. */
const madeAt = Math.floor(performance.timeOrigin) - 2 * hourMs;

/** What a store can hold before a test begins. */
const worlds = {
  /** The tenant `demo` and its administrator. */
  started: async () => '',
  /** That tenant is ready to exchange tokens. */
  embedding: async (inlay: TestInlay) => (await setUpEmbedding(inlay)).secret,
  /** Of `makeEmbedWorld`. */
  embeds: async (inlay: TestInlay) => {
    const setup = await setUpEmbedding(inlay);
    await makeEmbedWorld(inlay, setup);
    return setup.secret;
  },
  /** Of `makeBuilderWorld`. */
  builders: async (inlay: TestInlay) => {
    const setup = await setUpEmbedding(inlay);
    await makeBuilderWorld(inlay, setup);
    return setup.secret;
  },
} satisfies Readonly<Record<string, (inlay: TestInlay) => Promise<string>>>;

type World = keyof typeof worlds;
export type EmbeddingWorld = Exclude<World, 'started'>;

interface Template {
  readonly store: TestStore;
  readonly secret: string;
}

const templates = new Map<MakeStore, Map<World, Promise<Template>>>();

/** Made once: in a run on SQLite, in a process on PostgreSQL. */
function templateOf(world: World, makeStore: MakeStore): Promise<Template> {
  const made = templates.getOrInsertComputed(makeStore, () => new Map());
  return made.getOrInsertComputed(world, () =>
    makeStore === sqliteStore ? sharedTemplate(world) : makeTemplate(world, makeStore),
  );
}

async function sharedTemplate(world: World): Promise<Template> {
  const folder = await sharedFolder(world, async (folder) => {
    const { store, secret } = await makeTemplate(world, sqliteStore);
    renameSync(store.env.INLAY_DATA_DIR as string, join(folder, 'store'));
    writeFileSync(join(folder, 'secret'), secret);
  });
  return {
    store: sqliteStoreIn(join(folder, 'store')),
    secret: readFileSync(join(folder, 'secret'), 'utf8'),
  };
}

async function makeTemplate(world: World, makeStore: MakeStore): Promise<Template> {
  const store = world === 'started' ? await makeStore() : await storeWith('started', makeStore);
  const inlay = await startInlay(store, { time: timeAt(() => madeAt) });
  const secret = await worlds[world](inlay);
  await inlay.close();
  return { store, secret };
}

/** A separate store that already contains this world. */
export async function storeWith(world: World, makeStore: MakeStore): Promise<TestStore> {
  const { store } = await templateOf(world, makeStore);
  return store.copy();
}

export interface RunningWorld {
  readonly store: TestStore;
  readonly inlay: TestInlay;
  readonly setup: EmbedSetup;
  readonly admin: ContentClient;
}

/** A separate server, ready to exchange tokens, on a store that contains this world. */
export async function startWorld(
  world: EmbeddingWorld,
  makeStore: MakeStore,
  options: InlayOptions = {},
): Promise<RunningWorld> {
  const { store: template, secret } = await templateOf(world, makeStore);
  const store = await template.copy();
  const inlay = await startInlay(store, options);
  const setup = await readEmbedSetup(inlay, { adminToken: await logInAs(inlay.url), secret });
  return { store, inlay, setup, admin: contentClient(inlay, setup.adminToken) };
}
