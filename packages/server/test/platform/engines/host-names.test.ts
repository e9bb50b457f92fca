import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { eventually } from '../../../../../test/support/eventually.ts';
import { fakeTime } from '../../../../../test/support/fake-time.ts';
import { startDnsServer } from '../../../../../test/support/start-dns-server.ts';
import { makeEgressRules } from '../../../src/platform/egress/egress-rules.ts';
import { ENGINES } from '../../../src/platform/engines/engines.ts';
import { openEngine } from '../../../src/platform/engines/open-engine.ts';
import { LOCAL, readUrl } from './engine-fixture.ts';
import { rejectsWith } from './rejects-with.ts';

async function useDns(t: TestContext) {
  const dns = await startDnsServer({ 'silent.example': 'hang' });
  t.after(() => dns.close());
  const time = fakeTime();
  return { dns, time, environment: { ...LOCAL, egress: makeEgressRules([], time, dns.system) } };
}

for (const { name, label } of ENGINES.filter(({ readsFiles }) => !readsFiles)) {
  describe(`${label}: host names`, () => {
    for (const scheme of ['http', 'https']) {
      const connect = (host: string) => readUrl(name, `${scheme}://reader:secret@${host}/shop`);

      it(`says that a host name is unknown (${scheme})`, async (t) => {
        const { environment } = await useDns(t);
        const engine = await openEngine(connect('missing.example'), environment);
        t.after(() => engine.close());
        const error = await rejectsWith('UNREACHABLE', engine.test());
        assert.match(error.message, /host name of the database is unknown/);
        assert.equal(error.detail, 'DNS has no address for missing.example');
      });

      it(`says that DNS did not respond (${scheme})`, async (t) => {
        const { dns, time, environment } = await useDns(t);
        const engine = await openEngine(connect('silent.example'), environment);
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
