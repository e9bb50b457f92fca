import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { newPerson } from '../support/people.ts';
import { STORES } from '../support/start-inlay.ts';
import { useInlay } from '../support/use-inlay.ts';

const ROUNDS = 40;
const UNKNOWN = 'nobody@demo.test';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`specification 7: a failed login does not reveal whether a user exists, on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    const names: Record<string, string> = { unknown: UNKNOWN };
    before(async () => {
      names.known = (await newPerson(inlay)).username;
      names.disabled = (await newPerson(inlay, { status: 'disabled' })).username;
      names['known without a password'] = 'passwordless@demo.test';
      const body = { username: names['known without a password'] };
      const { status } = await inlay.call('/api/v0/users', { token: await inlay.adminToken(), body });
      assert.equal(status, 201);
    });

    it('by text, status or headers', async () => {
      const answers = await Promise.all(
        Object.values(names).map(async (username) => {
          const { status, headers, body } = await inlay.login(username, 'wrong');
          const { date, 'x-request-id': id, ...others } = headers;
          assert.ok(date && id);
          return { status, body, others };
        }),
      );
      assert.equal(answers[0]?.status, 401);
      for (const answer of answers) assert.deepEqual(answer, answers[0]);
      inlay.pass(60_000);
    });

    it('by the block', async () => {
      const statuses: Record<string, number[]> = {};
      for (const [kind, username] of Object.entries(names)) {
        statuses[kind] = [];
        for (let attempt = 0; attempt < 7; attempt += 1)
          statuses[kind].push((await inlay.login(username, 'wrong')).status);
      }
      for (const answers of Object.values(statuses))
        assert.deepEqual(answers, [401, 401, 401, 401, 401, 429, 429]);
      inlay.pass(60_000);
    });

    const timesWhileBlocked = async () => {
      for (let attempt = 0; attempt < 5; attempt += 1) await inlay.login('blocked@demo.test', 'wrong');
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        times.push(await timed(() => inlay.login('blocked@demo.test', 'wrong')));
      return times;
    };

    it('by the time it takes', async () => {
      const kinds = Object.keys(names);
      const samples = new Map(kinds.map((kind) => [kind, [] as number[]]));
      for (let round = 0; round < ROUNDS; round += 1) {
        // The order turns with each round, so that a slow spell of the machine hits all kinds alike.
        for (let turn = 0; turn < kinds.length; turn += 1) {
          const kind = kinds[(turn + round) % kinds.length] as string;
          samples.get(kind)?.push(await timed(() => inlay.login(names[kind] as string, 'wrong')));
        }
        // Four failures a minute never block.
        if (round % 4 === 3) inlay.pass(60_000);
      }
      const { unknown = [], ...others } = Object.fromEntries(samples);
      // Were the hash left out for unknown names, their times would look like these, and the measure sees it.
      assert.ok(probabilityOfLess(await timesWhileBlocked(), unknown) > 0.9);
      for (const [kind, times] of Object.entries(others)) {
        const chance = probabilityOfLess(times, unknown);
        assert.ok(chance > 0.2 && chance < 0.8, `${kind} is faster than unknown in ${chance} of the pairs`);
      }
    });
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** How often a value of `a` is below one of `b`, over all pairs: 0.5 where they come from one distribution, whatever its outliers. */
function probabilityOfLess(a: readonly number[], b: readonly number[]): number {
  const less = a.flatMap((x): number[] => b.map((y) => (x < y ? 1 : x === y ? 0.5 : 0)));
  return less.reduce((sum, value) => sum + value, 0) / less.length;
}
