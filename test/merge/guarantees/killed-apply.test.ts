import { it } from 'node:test';
import { killApplies } from '../../support/content/kill-applies.ts';
import { sqliteStore } from '../../support/server/start-inlay.ts';

it('a server that is killed in the middle of an application of content applies nothing by halves', async () => {
  await killApplies(sqliteStore, { rounds: 1, tiles: 50 });
});
