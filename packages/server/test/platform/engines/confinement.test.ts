import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { confinement } from '../../../src/platform/engines/process/confinement.ts';

const folder = mkdtempSync(join(tmpdir(), 'inlay-test-'));
after(() => rmSync(folder, { recursive: true }));

function runConfined(code: string): string {
  const own = mkdtempSync(join(folder, 'own-'));
  const main = join(own, 'main.mjs');
  writeFileSync(main, code);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', ...confinement(pathToFileURL(main), own), main],
    { encoding: 'utf8', cwd: own },
  );
  return stdout + stderr;
}

test('a confined process reads neither the data folder nor the environment of the server', () => {
  const secret = join(folder, 'master.key');
  writeFileSync(secret, 'canary');
  for (const path of [secret, `/proc/${process.pid}/environ`, '/etc/passwd']) {
    const printed = runConfined(
      `import { readFileSync } from 'node:fs'; console.log(readFileSync(${JSON.stringify(path)}, 'utf8'));`,
    );
    assert.match(printed, /ERR_ACCESS_DENIED/, path);
    assert.doesNotMatch(printed, /canary/);
  }
});

test('a confined process starts no other process and writes to its own folder only', () => {
  assert.match(
    runConfined(`import { spawnSync } from 'node:child_process'; spawnSync('id');`),
    /ERR_ACCESS_DENIED/,
  );
  const outside = JSON.stringify(join(folder, 'outside'));
  assert.match(
    runConfined(`import { writeFileSync } from 'node:fs'; writeFileSync(${outside}, '');`),
    /ERR_ACCESS_DENIED/,
  );
  assert.equal(
    runConfined(`import { writeFileSync } from 'node:fs'; writeFileSync('inside', ''); console.log('ok');`),
    'ok\n',
  );
});

test('a confined process may use the network', () => {
  const code = `import { createServer, connect } from 'node:net';
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1', () =>
      connect(server.address().port, '127.0.0.1').on('connect', () => { console.log('ok'); process.exit(); }));`;
  assert.equal(runConfined(code), 'ok\n');
});

test('an engine process that someone starts by hand ends and removes nothing', () => {
  const own = mkdtempSync(join(folder, 'own-'));
  writeFileSync(join(own, 'work'), '');
  const main = new URL('../../../src/platform/engines/network/child/main.ts', import.meta.url);
  const { signal } = spawnSync(process.execPath, [fileURLToPath(main)], { cwd: own });
  assert.equal(signal, 'SIGKILL');
  assert.ok(existsSync(join(own, 'work')));
});
