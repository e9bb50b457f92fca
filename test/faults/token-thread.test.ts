import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  CONTEXT,
  type EmbedSetup,
  exchange,
  goodClaims,
  setUpEmbedding,
  signJwt,
} from '../support/embed-client.ts';
import { freePort } from '../support/free-port.ts';
import { spawnInlay, untilPrinted } from '../support/run-inlay.ts';
import { ADMIN, STORES, type TestInlay } from '../support/start-inlay.ts';
import { askAbout } from '../support/token-client.ts';

const breaking = new URL('../support/break-worker-once.ts', import.meta.url).href;
const REQUESTS = 300;

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`token endpoint on ${engine}`, () => {
    for (const how of ['throw', 'silence'] as const) {
      it(`returns each caller its own token when the verifying thread fails once by ${how}`, {
        timeout: 120_000,
      }, async () => {
        const store = await makeStore();
        const port = await freePort();
        const mark = join(String(store.env.INLAY_DATA_DIR), 'broken-once');
        const serving = spawnInlay(['serve'], {
          ...store.env,
          INLAY_PORT: String(port),
          INLAY_ADMIN_PASSWORD: ADMIN.password,
          INLAY_LOG_LEVEL: 'fatal',
          NODE_OPTIONS: `--import ${breaking}`,
          BREAK_WORKER: how,
          BREAK_WORKER_MARK: mark,
        });
        try {
          await untilPrinted(serving, /is listening/);
          const setup = await setUpEmbedding({ url: `http://127.0.0.1:${port}` } as TestInlay);
          const owners = await Promise.all(
            Array.from({ length: REQUESTS }, (_, index) => ownerOf(setup, index)),
          );
          assert.ok(existsSync(mark), 'the thread did fail');
          assert.deepEqual(
            owners,
            owners.map((_, index) => `user-${index}`),
          );
        } finally {
          serving.process.kill('SIGKILL');
          await serving.result;
          await store.drop();
        }
      });
    }
  });
}

/** Whose token the caller with this index got, or the refusal. */
async function ownerOf(setup: EmbedSetup, index: number): Promise<string> {
  const embed_context = { ...CONTEXT, username: `user-${index}` };
  const { status, body } = await exchange(setup, signJwt({ ...goodClaims(setup), embed_context }));
  if (status !== 200) return `${status} ${JSON.stringify(body)}`;
  const { body: introspected } = await askAbout('introspect', setup, { token: String(body.access_token) });
  return String(introspected.username);
}
