import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { killApplies } from '../../support/content/kill-applies.ts';
import { BOTH_STORES } from '../../support/server/start-inlay.ts';

/** Each kill starts a server. */
const LONG = { timeout: 900_000 };
const rounds = 50;
// A round trip per statement takes longer.
const TILES = { SQLite: 200, PostgreSQL: 40 } as const;

for (const engine of ['SQLite', 'PostgreSQL'] as const)
  describe(`a server on ${engine} that is killed ${rounds} times while it applies content`, LONG, () => {
    it('applies nothing by halves', LONG, async () => {
      const { none, all } = await killApplies(BOTH_STORES[engine], { rounds, tiles: TILES[engine] });
      assert.ok(none > 0 && all > 0, `all kills came too early or too late: ${none} before, ${all} after`);
    });
  });
