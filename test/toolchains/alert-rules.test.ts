import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('./check-rules/', import.meta.url));
const rules = fileURLToPath(new URL('../../deploy/monitoring/alerts.yaml', import.meta.url));

/** The first build compiles the parser of Prometheus. */
const buildMs = 15 * 60_000;

test('the alert rules are accepted by the parser of Prometheus', { timeout: buildMs }, async (t) => {
  const hasGo = await run('go', ['version']).then(
    () => true,
    () => false,
  );
  if (!hasGo) return t.skip('go is not on this machine');
  const { stdout } = await run('go', ['run', '.', rules], { cwd: folder });
  assert.match(stdout, /alerts\.yaml: \d\d rules/);
});
