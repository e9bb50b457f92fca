import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startDnsServer } from '../../../../../test/support/network/start-dns-server.ts';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import { fakeTime } from '../../../../../test/support/time/fake-time.ts';
import { makeEgressRules } from '../../../src/platform/egress/egress-rules.ts';
import type { DriverEnvironment } from '../../../src/platform/engines/define-engine.ts';
import { ENGINES, readsFiles } from '../../../src/platform/engines/engines.ts';
import { DRIVERS } from '../../../src/platform/engines/network/drivers.ts';
import { LOCAL, readUrl } from './engine-fixture.ts';
import { rejectsWith } from './rejects-with.ts';

async function useDns(t: TestContext) {
  const dns = await startDnsServer({ 'silent.example': 'hang' });
  t.after(() => dns.close());
  const time = fakeTime();
  return { dns, time, environment: { ...LOCAL, egress: makeEgressRules([], time, dns.system) } };
}

for (const { name, label } of ENGINES.filter((engine) => !readsFiles(engine))) {
  describe(`${label}: host names`, () => {
    for (const scheme of ['http', 'https']) {
      /** The driver itself: an engine process has the names of the machine. */
      const open = async (host: string, environment: DriverEnvironment) => {
        const driver = await DRIVERS[name]?.();
        assert.ok(driver);
        return driver(readUrl(name, `${scheme}://reader:secret@${host}/shop`), environment);
      };

      it(`says that a host name is unknown (${scheme})`, async (t) => {
        const { environment } = await useDns(t);
        const engine = await open('missing.example', environment);
        t.after(() => engine.close());
        const error = await rejectsWith('UNREACHABLE', engine.test());
        assert.match(error.message, /host name of the database is unknown/);
        assert.equal(error.detail, 'DNS has no address for missing.example');
      });

      it(`says that DNS did not respond (${scheme})`, async (t) => {
        const { dns, time, environment } = await useDns(t);
        const engine = await open('silent.example', environment);
        t.after(() => engine.close());
        const failing = rejectsWith('UNREACHABLE', engine.test());
        await eventually(() => assert.ok(dns.queries.includes('A silent.example')));
        await time.advance(4000);
        const error = await failing;
        assert.match(error.message, /host name of the database could not be resolved/);
        assert.equal(error.detail, 'DNS did not respond in time for silent.example');
      });
    }
  });
}
