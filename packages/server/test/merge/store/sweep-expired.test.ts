import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import {
  BOTH_STORES,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../../../test/support/server/start-inlay.ts';
import type { Queries } from '../../../src/platform/store/store.ts';
import { sweepExpired } from '../../../src/platform/store/sweep-expired.ts';
import { systemTime } from '../../../src/platform/time/time.ts';

const tenantId = 'demo' as TenantId;
const expired = 1200;

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`the sweep on ${engine}`, () => {
    let place: TestStore;
    let inlay: TestInlay;
    before(async () => {
      place = await makeStore();
      inlay = await startInlay(place);
    });
    after(async () => {
      await inlay.close();
      await place.drop();
    });

    it('removes only expired rows, in portions that let writers in between', async () => {
      const { store } = inlay.services;
      const now = Date.now();
      const countTokens = async (queries: Queries) => {
        const { count } = await queries
          .tenant(tenantId)
          .selectFrom('login_tokens')
          .select((e) => e.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        return Number(count);
      };
      const token = (index: number, expires_at: number) => ({
        token_hash: `hash ${index}`,
        user_id: 'nobody',
        created_at: 0,
        expires_at,
        method: null,
        provider: null,
        second_factor: null,
        user_agent: null,
        ip: null,
        last_used_at: null,
        verified_at: null,
        for_program: null,
        provider_session: null,
        sealed_sign_out: null,
      });
      const rows = Array.from({ length: expired + 10 }, (_, index) =>
        token(index, index < expired ? now - 1 : now + 60_000),
      );
      await store.write((transaction) =>
        transaction.tenant(tenantId).insertInto('login_tokens', rows).execute(),
      );

      // Another writer comes after each transaction of the sweep: one for all would leave it nothing to see.
      const left: number[] = [];
      const sweep = sweepExpired(
        {
          time: systemTime,
          store: {
            ...store,
            write: async (work) => {
              const done = await store.write(work);
              left.push(await store.write(countTokens));
              return done;
            },
          },
        },
        now,
      );
      assert.equal(await sweep, expired);
      assert.deepEqual([...new Set(left)], [710, 210, 10], 'what other writers saw');
      const kept = await store.tenant(tenantId).selectFrom('login_tokens').select('expires_at').execute();
      assert.deepEqual(
        kept.map(({ expires_at }) => expires_at),
        Array.from({ length: 10 }, () => now + 60_000),
      );
    });
  });
}
