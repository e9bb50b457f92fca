import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cpuUnits } from '../../../../../test/support/time/cpu-units.ts';
import { userProblems } from '../../../src/features/users/check-user.ts';
import { CSV_COLUMNS, readCsv } from '../../../src/features/users/read-csv.ts';

const user = (fields: object) => ({ username: 'ann@example.com', ...fields });

describe('problems of an imported user', () => {
  const problems = {
    'equal roles': [user({ roles: Array(20_000).fill('USER') }), 'must have at most 2 entries'],
    'unknown roles': [
      user({ roles: Array.from({ length: 20_000 }, (_, index) => `r${index}`) }),
      'must have at most 2 entries',
    ],
    groups: [
      user({ groups: Array.from({ length: 20_000 }, (_, index) => `g${index}`) }),
      'must have at most 200 entries',
    ],
    'a repeated role': [user({ roles: ['USER', 'USER'] }), 'must not contain duplicates'],
    'an unknown role': [user({ roles: ['OWNER'] }), 'must be one of USER, ADMIN'],
    'a broken address': [user({ email: 'ann' }), 'must be an email address'],
  } as const;
  for (const [name, [value, problem]] of Object.entries(problems))
    it(`are found in one pass: ${name}`, async () => {
      const cost = await cpuUnits(() =>
        assert.deepEqual(
          userProblems(value).map((found) => found.problem),
          [problem],
        ),
      );
      assert.ok(cost < 2, `${cost} units`);
    });
});

describe('the first row of a CSV of users', () => {
  const headers = {
    'unknown names': Array.from({ length: 50_000 }, (_, index) => `column${index}`),
    'known names': Array.from({ length: 50_000 }, (_, index) => CSV_COLUMNS[index % CSV_COLUMNS.length]),
  };
  for (const [name, columns] of Object.entries(headers))
    it(`is refused in one pass if it has 50,000 ${name}`, async () => {
      const file = Buffer.from(`${columns.join(',')}\n`);
      const read = async () => {
        for await (const line of readCsv(
          (async function* () {
            yield file;
          })(),
        ))
          assert.fail(JSON.stringify(line));
      };
      const cost = await cpuUnits(() => assert.rejects(read(), /The CSV cannot be read/));
      assert.ok(cost < 8, `${cost} units`);
    });
});
