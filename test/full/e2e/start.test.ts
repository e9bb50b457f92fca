import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/server/free-port.ts';
import { sqliteStore } from '../../support/server/start-inlay.ts';
import { eventually } from '../../support/time/eventually.ts';

const start = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url));

describe('npm start', () => {
  it('points to the demo host application first, and Ctrl-C ends both with 0', async () => {
    const store = await sqliteStore();
    const [port, shopPort] = [await freePort(), await freePort()];
    const child = spawn(process.execPath, [start], {
      // A group of its own, since a terminal sends Ctrl-C to all of it.
      detached: true,
      env: {
        ...process.env,
        ...store.env,
        INLAY_PORT: String(port),
        INLAY_DEMO_PORT: String(shopPort),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    let logged = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      logged += text;
    });
    const exited = once(child, 'exit');
    try {
      await eventually(async () => {
        if (child.exitCode === null) assert.match(printed, /Press Ctrl-C to stop/);
      });
      const places = [...printed.matchAll(/http:\/\/localhost:(\d+)/g)].map(([, digits]) => Number(digits));
      assert.deepEqual(places.slice(0, 2), [shopPort, port]);
      assert.doesNotMatch(logged, /^\{/m, 'no log lines above the banner');
      const page = await eventually(async () => {
        const response = await fetch(`http://127.0.0.1:${shopPort}/`).catch(() => undefined);
        assert.ok(response, 'the shop does not respond');
        return response.text();
      });
      assert.match(page, /Larkfell/);
      assert.match(
        page,
        new RegExp(`http://localhost:${port}/scripts/embedLauncher.js\\?id=revenue-tile&#38;token=inl_`),
      );
      assert.match(page, /<section id="inbox"/);
      assert.doesNotMatch(printed, /inl_secret|PRIVATE KEY/);
    } finally {
      process.kill(-(child.pid as number), 'SIGINT');
      assert.deepEqual(await exited, [0, null]);
      await store.drop();
    }
    await assert.rejects(fetch(`http://127.0.0.1:${shopPort}/`));
  });
});
