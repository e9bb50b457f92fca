import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('./check-rules/', import.meta.url));
const rules = fileURLToPath(new URL('../../../deploy/monitoring/alerts.yaml', import.meta.url));

/** The first build compiles the parser of Prometheus. */
const buildMs = 15 * 60_000;

test('the alert rules are accepted by the parser of Prometheus', { timeout: buildMs }, async (t) => {
  const missing = await run('go', ['mod', 'download'], { cwd: folder, timeout: buildMs }).then(
    () => undefined,
    ({ code, stderr = '' }) =>
      code === 'ENOENT' ? 'Go is not on this machine' : `the parser cannot be downloaded: ${stderr.trim()}`,
  );
  if (missing) return t.skip(missing);
  const { stdout } = await run('go', ['run', '.', rules], { cwd: folder });
  assert.match(stdout, /alerts\.yaml: \d\d rules/);
});
