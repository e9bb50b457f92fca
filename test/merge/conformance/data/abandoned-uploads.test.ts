import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { dataClient } from '../../../support/data/data-client.ts';
import { logInAs } from '../../../support/http/api-client.ts';
import {
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../support/server/start-inlay.ts';
import { storeWith } from '../../../support/server/worlds.ts';
import { eventually } from '../../../support/time/eventually.ts';

const SALES = 'region,amount\nnorth,3\nsouth,7\nwest,11\n';
const WEEK_MS = 7 * 24 * 60 * 60_000;

describe('uploads interrupted by a server crash', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let token = '';
  before(async () => {
    store = await storeWith('started', sqliteStore);
    inlay = await startInlay(store);
    token = await logInAs(inlay.url);
  });
  after(async () => {
    await inlay?.close();
    await store?.drop();
  });

  const upload = (first: number, last: number) =>
    dataClient(inlay.url, token).upload('parts.csv', SALES.slice(first, last), {
      'content-range': `bytes ${first}-${last - 1}/${SALES.length}`,
    });
  const incoming = async () => {
    const files = join(store.env.INLAY_DATA_DIR ?? '', 'files');
    const [tenant = ''] = await readdir(files);
    return join(files, tenant, '.incoming');
  };

  it('are removed at the next start, unless they can be continued', async () => {
    assert.equal((await upload(0, 20)).status, 202);
    const crashed = join(await incoming(), 'crashed');
    await mkdir(crashed);
    await writeFile(join(crashed, 'whole.csv'), SALES);
    const old = new Date(Date.now() - WEEK_MS);
    for (const path of [join(crashed, 'whole.csv'), crashed]) await utimes(path, old, old);
    await inlay.close();
    inlay = await startInlay(store);
    await eventually(async () => assert.ok(!existsSync(crashed)));
    const end = await upload(20, SALES.length);
    assert.equal(end.status, 201, JSON.stringify(end.body));
    assert.equal(end.body.rows, 3);
  });

  it('are not acknowledged once removed', async () => {
    assert.equal((await upload(0, 20)).status, 202);
    const part = request(`${inlay.url}/api/v0/files/parts.csv`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/octet-stream',
        'content-range': `bytes 20-29/${SALES.length}`,
        'content-length': '10',
      },
    });
    part.write(SALES.slice(20, 25));
    const folder = join(await incoming(), 'parts.csv');
    await eventually(async () => {
      const { body } = await dataClient(inlay.url, token).ask<{ data: { bytes: number }[] }>('files');
      assert.ok(body.data.some(({ bytes }) => bytes === 25));
    });
    await rm(folder, { recursive: true });
    part.end(SALES.slice(25, 30));
    const [response] = await once(part, 'response');
    const refusal = JSON.parse(await text(response));
    assert.equal(response.statusCode, 409, refusal.message);
    assert.deepEqual(refusal.details, { received: 0 });
    assert.equal((await upload(0, SALES.length)).status, 201);
  });
});
