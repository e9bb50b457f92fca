import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { attack } from '../../support/hostile/attack.ts';
import { hostileCase } from '../../support/hostile/hostile-databases.ts';
import { startThreatenedInlay, type ThreatenedInlay } from '../../support/hostile/start-threatened-inlay.ts';

/** One of each kind that once ended or froze the server, took a gigabyte, or became an empty table. The others are in the full tier. */
const ATTACKS = [
  ['postgres', 'does nothing wrong'],
  ['postgres', 'asks for authentication 7 while connecting'],
  ['postgres', 'sends NoticeResponse without terminators as rows'],
  ['postgres', 'sends an endless DataRow as rows'],
  ['mysql', 'sends ColumnDefinition with half of its body as rows'],
  ['mysql', 'sends a row without end as rows or tables'],
  ['clickhouse', 'leaves out the end of its only row as rows'],
  ['clickhouse', 'packs 600 MB into its body as rows'],
  ['trino', 'responds with 204 as rows'],
  ['trino', 'nests arrays 100,000 times as rows'],
] as const;

describe('a server with a hostile database', () => {
  let inlay: ThreatenedInlay;
  before(async () => {
    inlay = await startThreatenedInlay();
  });
  after(() => inlay.stop());

  for (const [kind, name] of ATTACKS)
    it(`serves others unharmed while one of the kind ${kind} ${name}`, async () => {
      const hostile = hostileCase(kind, name);
      assert.deepEqual(await attack(inlay, { kind, hostile, certificate: undefined }), []);
    });
});
