import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installScimTester } from '../../support/scim/install-scim-tester.ts';
import { useScim } from '../../support/scim/use-scim.ts';
import { STORES } from '../../support/server/start-inlay.ts';

interface Result {
  readonly status: 'SUCCESS' | 'SKIPPED' | 'COMPLIANT' | 'ACCEPTABLE' | 'DEVIATION' | 'ERROR' | 'CRITICAL';
  readonly title: string;
  readonly resource: string | null;
  readonly reason: string | null;
}

const PROGRAM = fileURLToPath(new URL('../../support/scim/run-scim-tester.py', import.meta.url));
const run = promisify(execFile);

/** A search through several resource types at once, which is optional (RFC 7644 §3.4.3), and which we answer with 501. */
const isOfSearch = ({ status, title }: Result) => status === 'SKIPPED' && title === 'search_with_attributes';

for (const [name, makeStore] of Object.entries(STORES)) {
  describe(`SCIM on ${name}`, () => {
    const { inlay, newKey } = useScim(makeStore);
    let tester = '';
    before(async () => {
      tester = await installScimTester();
    });

    it('passes every check of scim2-tester', async () => {
      const { stdout } = await run(
        'python3',
        [PROGRAM, `${inlay.running.url}/api/scim/v2`, await newKey(['scim'])],
        {
          env: { ...process.env, PYTHONPATH: tester },
          maxBuffer: 64 * 1024 * 1024,
        },
      );
      const results: readonly Result[] = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const passed = results.filter(({ status }) => status === 'SUCCESS');
      const others = results.filter((result) => !passed.includes(result) && !isOfSearch(result));
      assert.deepEqual(others, []);
      assert.ok(passed.length > 70, `only ${passed.length} checks`);
    });
  });
}
