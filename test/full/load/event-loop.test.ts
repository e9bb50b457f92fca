import { after, before, describe, it } from 'node:test';
import { freePort } from '../../support/server/free-port.ts';
import { untilPrinted } from '../../support/server/run-inlay.ts';
import { spawnWatchedInlay, type WatchedCommand } from '../../support/server/spawn-watched-inlay.ts';
import { ADMIN, sqliteStore, type TestStore } from '../../support/server/start-inlay.ts';
import { assertResponsive } from '../../support/time/assert-responsive.ts';
import { COSTLY_INPUTS, type CostlyWorld, makeCostlyWorld } from '../../support/time/costly-inputs.ts';

describe('the event loop stays free for others', () => {
  let store: TestStore;
  let serving: WatchedCommand;
  let world: CostlyWorld;

  before(async () => {
    store = await sqliteStore();
    const port = await freePort();
    serving = spawnWatchedInlay(['serve'], {
      ...store.env,
      INLAY_PORT: String(port),
      INLAY_ADMIN_PASSWORD: ADMIN.password,
      INLAY_DEMO: 'false',
      INLAY_LOG_LEVEL: 'error',
    });
    await untilPrinted(serving, /is listening/);
    world = await makeCostlyWorld(`http://127.0.0.1:${port}`);
  });
  after(async () => {
    serving.process.kill('SIGKILL');
    await serving.result;
    await store.drop();
  });

  for (const [what, send] of Object.entries(COSTLY_INPUTS))
    it(`while ${what}`, () =>
      assertResponsive(serving, async () => {
        for (let round = 0; round < 2; round += 1) await send(world);
      }));
});
