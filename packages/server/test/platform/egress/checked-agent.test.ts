import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { makeTestCertificate } from '../../../../../test/support/network/test-certificate.ts';
import {
  type CheckedAgent,
  checkedRequest,
  makeCheckedAgent,
} from '../../../src/platform/egress/checked-agent.ts';
import { AddressNotAllowedError, makeEgressRules } from '../../../src/platform/egress/egress-rules.ts';
import { systemTime } from '../../../src/platform/time/time.ts';

const made = makeTestCertificate('DNS:localhost,IP:127.0.0.1');
const other = makeTestCertificate('DNS:localhost,IP:127.0.0.1');
const skip = made && other ? false : 'openssl is not installed, which makes the certificates';

describe('the checked agent', { skip }, () => {
  let server: Server;
  let port: number;
  let connections = 0;
  before(async () => {
    server = createServer({ cert: made?.certificate, key: made?.key }, (_, response) => response.end('here'));
    server.on('connection', () => {
      connections += 1;
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const open = (ranges: readonly string[], ca = made?.certificate): CheckedAgent =>
    makeCheckedAgent(makeEgressRules(ranges, systemTime).anyAllowed, {
      tls: { ca },
      keepAlive: true,
      maxSockets: 1,
    });

  async function get(agent: CheckedAgent, host: string, scheme = 'https'): Promise<string> {
    const request = checkedRequest(new URL(`${scheme}://${host}:${port}/`), { agent });
    request.end();
    const [response] = await once(request, 'response');
    return text(response);
  }

  it('verifies the certificate for the name or the address, and keeps the connection', async (t) => {
    for (const host of ['localhost', '127.0.0.1']) {
      const agent = open(['127.0.0.0/8']);
      t.after(() => agent.destroy());
      const before = connections;
      assert.equal(await get(agent, host), 'here');
      assert.equal(await get(agent, host), 'here');
      assert.equal(connections, before + 1);
    }
  });

  it('refuses a certificate of an authority that it does not know', async (t) => {
    const agent = open(['127.0.0.0/8'], other?.certificate);
    t.after(() => agent.destroy());
    const failure = await get(agent, 'localhost').catch((error: NodeJS.ErrnoException) => error.code);
    assert.match(String(failure), /SELF_SIGNED|UNABLE_TO|CERT_/);
  });

  for (const tls of [undefined, {}]) {
    const scheme = tls === undefined ? 'http' : 'https';
    it(`fails every ${scheme} request, even a queued one, if the rule refuses the address`, async (t) => {
      const before = connections;
      const rule = makeEgressRules([], systemTime).anyAllowed;
      const agent = makeCheckedAgent(rule, { tls, keepAlive: true, maxSockets: 1 });
      t.after(() => agent.destroy());
      for (const host of ['127.0.0.1', 'localhost']) {
        const attempts = Array.from({ length: 3 }, () => get(agent, host, scheme));
        for (const outcome of await Promise.allSettled(attempts)) {
          assert.equal(outcome.status, 'rejected');
          assert.ok(outcome.reason instanceof AddressNotAllowedError, String(outcome.reason));
        }
      }
      assert.equal(connections, before);
    });
  }
});
