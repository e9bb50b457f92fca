import assert from 'node:assert/strict';
import type { ContentFile, ContentPlan } from '@inlay/content/content-plan';
import { call, logInAs } from '../http/api-client.ts';
import { freePort } from '../server/free-port.ts';
import { type RunningCommand, spawnInlay, untilPrinted } from '../server/run-inlay.ts';
import { type MakeStore, startInlay } from '../server/start-inlay.ts';
import { storeWith } from '../server/worlds.ts';
import { turns } from '../time/turns.ts';
import { contentClient, makeOrders, TILE } from './content-client.ts';
import { parsedFiles, sentWith } from './content-files.ts';

interface Server {
  readonly url: string;
  readonly command: RunningCommand;
}

/** How many kills came before the change was applied, and how many after it. */
export interface Outcomes {
  readonly none: number;
  readonly all: number;
}

/**
 * Kills a server in the middle of an application, before and after its commit. Afterwards all of the files must be applied,
 * or none.
 */
export async function killApplies(
  makeStore: MakeStore,
  { rounds, tiles }: { readonly rounds: number; readonly tiles: number },
): Promise<Outcomes> {
  const store = await storeWith('started', makeStore);
  let server: Server | undefined;
  try {
    const inlay = await startInlay(store);
    const token = await logInAs(inlay.url);
    const admin = contentClient(inlay, token);
    await makeOrders(admin);
    await admin('POST', 'apps', { body: { id: 'sales', title: 'Sales', workspaceId: 'main' } });
    const { body } = await admin('GET', 'apps/sales/content');
    const app = parsedFiles(body.files);
    await inlay.close();
    server = await serve(store.env);
    const post = <Body>(path: string, sent: object) =>
      call<Body>(`${server?.url}/api/v0/${path}`, { token, body: sent });
    const requestOf = (round: number) =>
      sentWith({ files: [...app, ...tilesOf(round, tiles)], publish: true });
    const planOf = async (round: number) => {
      const { status, body: plan } = await post<ContentPlan>('content-plans', requestOf(round));
      assert.equal(status, 200, JSON.stringify(plan));
      return plan;
    };
    const apply = async (round: number) => {
      const { revision } = await planOf(round);
      return post<ContentPlan>('content-applications', { ...requestOf(round), revision });
    };
    // The first application, and how many turns of this event loop one takes.
    assert.equal((await apply(0)).status, 200);
    const { revision } = await planOf(1);
    const all = await turnsDuring(post('content-applications', { ...requestOf(1), revision }));
    const outcomes = { none: 0, all: 0 };
    // Comes closer to the commit from both sides, however fast this machine is at the moment.
    let moment = all / 2;
    for (let round = 2; round < rounds + 2; round += 1) {
      const plan = await planOf(round);
      const request = { ...requestOf(round), revision: plan.revision };
      const sent = post('content-applications', request).catch(() => undefined);
      await turns(Math.round(moment));
      await kill(server);
      await sent;
      server = await serve(store.env);
      const left = (await planOf(round)).files.filter(({ action }) => action !== 'keep').length;
      assert.ok(
        left === 0 || left === tiles,
        `after the kill in round ${round}, ${left} of ${tiles} files are left`,
      );
      outcomes[left === 0 ? 'all' : 'none'] += 1;
      moment *= left === 0 ? 0.8 : 1.2;
    }
    return outcomes;
  } finally {
    if (server) await kill(server);
    await store.drop();
  }
}

const tilesOf = (round: number, length: number): readonly ContentFile[] =>
  Array.from({ length }, (_, at) => ({
    path: `tiles/t${at}.yaml`,
    content: { ...TILE, title: `Tile ${at} of round ${round}` },
  }));

async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  let count = 0;
  for (; !isOver; count += 1) await turns(1);
  return count;
}

async function serve(env: Readonly<Record<string, string>>): Promise<Server> {
  const port = await freePort();
  const command = spawnInlay(['serve'], { ...env, INLAY_PORT: String(port), INLAY_LOG_LEVEL: 'error' });
  await untilPrinted(command, /is listening/);
  return { url: `http://127.0.0.1:${port}`, command };
}

async function kill({ command }: Server): Promise<void> {
  command.process.kill('SIGKILL');
  await command.result;
}
