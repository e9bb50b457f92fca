import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { deliverReport } from '@inlay/server/features/reports/channels/deliver-report';
import type { ReportDelivery } from '@inlay/server/features/reports/channels/report-delivery';
import { readUnsubscribeToken } from '@inlay/server/features/reports/channels/unsubscribe-token';
import { ReportError } from '@inlay/server/features/reports/store/report-error';
import type { SMTPServerOptions } from 'smtp-server';
import { mailSettingsOf } from '../../../support/mail/mail-people.ts';
import { type SmtpServer, startSmtpServer } from '../../../support/mail/start-smtp-server.ts';
import { SENDER, useMailInlay } from '../../../support/mail/use-mail-inlay.ts';
import { startTcpProxy, type TcpProxy } from '../../../support/network/tcp-proxy.ts';
import { sampleReport } from '../../../support/reports/sample-report.ts';
import { storedSubscription } from '../../../support/reports/stored-subscription.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { eventually } from '../../../support/time/eventually.ts';

const TENANT = 'demo' as TenantId;
const ANN = 'ann@customer.example';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`a report by email on ${engine}`, () => {
    const inlay = useMailInlay(makeStore, { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' });
    const { change } = mailSettingsOf(inlay);
    let jobs = 0;

    /** How one attempt ends, and how often it was at its point of no return. */
    const attempt = async (given: Partial<ReportDelivery> = {}) => {
      jobs += 1;
      let points = 0;
      const { beforeSend, recipient = ANN } = given;
      const delivery: ReportDelivery = {
        subscription: storedSubscription({ kind: 'email', recipients: [recipient] }),
        report: sampleReport(),
        recipient,
        jobId: `job-${jobs}`,
        dueAt: inlay.time.now(),
        signal: new AbortController().signal,
        ...given,
        beforeSend: async () => {
          points += 1;
          await beforeSend?.();
        },
      };
      const error = await deliverReport(inlay.running.services, delivery).then(
        () => undefined,
        (failed: unknown) => failed,
      );
      return { error, points, jobId: delivery.jobId };
    };
    const assertFails = (
      { error, points }: Awaited<ReturnType<typeof attempt>>,
      expected: {
        readonly effect: string;
        readonly reason?: string;
        readonly points: number;
        readonly says: RegExp;
      },
    ) => {
      assert.ok(error instanceof ReportError, String(error));
      assert.equal(error.effect, expected.effect, error.message);
      assert.equal(error.reason, expected.reason ?? 'delivery-failed');
      assert.match(error.message, expected.says);
      assert.equal(points, expected.points);
    };

    /** Sends through a server of the tenant's own, behind a network that can fail. */
    const withServer = async (
      options: SMTPServerOptions | undefined,
      work: (server: SmtpServer, network: TcpProxy) => Promise<void>,
    ) => {
      const server = await startSmtpServer(options);
      const network = await startTcpProxy(server.port);
      const own = {
        useOwnServer: true,
        host: '127.0.0.1',
        port: network.port,
        senderAddress: 'bi@own.example',
      };
      assert.equal((await change({ ...own, encryption: 'none' })).status, 200);
      try {
        await work(server, network);
      } finally {
        await change({ useOwnServer: false });
        await network.close();
        await server.close();
      }
    };

    it('arrives with an id of its own, and a link to unsubscribe with one click', async () => {
      const { error, points, jobId } = await attempt({ recipient: 'one@customer.example' });
      assert.equal(error, undefined);
      assert.equal(points, 1);
      const [mail] = await inlay.smtp.mailTo('one@customer.example');
      assert.ok(mail);
      assert.equal(mail.email.messageId, `<${jobId}@${SENDER.split('@')[1]}>`);
      assert.equal(mail.email.subject, 'Sales overview');
      const header = (name: string) => mail.email.headers.find(({ key }) => key === name)?.value ?? '';
      assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
      const [, url = ''] = /^<(.*)>$/.exec(header('list-unsubscribe')) ?? [];
      const { origin, pathname } = new URL(url);
      assert.equal(origin, inlay.running.services.config.publicUrl.origin);
      const [, token = ''] = /^\/unsubscribe\/(.+)$/.exec(pathname) ?? [];
      assert.ok(!url.includes('customer.example'), 'the URL shows no address');
      assert.deepEqual(readUnsubscribeToken(inlay.running.services.vault, TENANT, token), {
        subscriptionId: storedSubscription({ kind: 'email', recipients: [] }).id,
        recipient: 'one@customer.example',
      });
    });

    it('has the same id in every attempt', async () => {
      const recipient = 'twice@customer.example';
      for (let times = 0; times < 2; times += 1) await attempt({ recipient, jobId: 'the-same-job' });
      const mails = await inlay.smtp.mailTo(recipient, 2);
      assert.equal(new Set(mails.map(({ email }) => email.messageId)).size, 1);
    });

    it('is at its point of no return when the server lacks nothing but the end', async () => {
      let read = '';
      let isComplete = false;
      const onData: SMTPServerOptions['onData'] = (stream, _session, done) => {
        stream.on('data', (chunk: Buffer) => {
          read += chunk.toString();
        });
        stream.on('end', () => {
          isComplete = true;
          done();
        });
      };
      await withServer({ onData }, async () => {
        const { error, points } = await attempt({
          beforeSend: async () => {
            await eventually(() => assert.match(read, /Subject: Sales overview/));
            assert.equal(isComplete, false);
          },
        });
        assert.equal(error, undefined);
        assert.equal(points, 1);
        assert.equal(isComplete, true);
      });
    });

    it('is not sent if the point of no return is denied, and fails as it was denied', async () => {
      await withServer(undefined, async (server) => {
        const denied = new Error('another node has taken the job');
        const { error } = await attempt({ beforeSend: () => Promise.reject(denied) });
        assert.equal(error, denied);
        // The server accepts others.
        assert.equal((await attempt({ recipient: 'next@customer.example' })).error, undefined);
        await server.mailTo('next@customer.example');
        assert.equal(server.received.length, 1);
      });
    });

    it('is tried again where the server defers the recipient', async () => {
      inlay.smtp.refuseWith({ responseCode: 451, message: 'Try again later' });
      assertFails(await attempt(), {
        effect: 'retry',
        points: 0,
        says: /deferred the message: 451 Try again/,
      });
      inlay.smtp.refuseWith(undefined);
    });

    it('has failed where the server refuses the recipient', async () => {
      inlay.smtp.refuseWith({ responseCode: 550, message: 'No such user' });
      assertFails(await attempt(), {
        effect: 'fail',
        points: 0,
        says: /refused the message: 550 No such user/,
      });
      inlay.smtp.refuseWith(undefined);
    });

    for (const [responseCode, effect] of [
      [451, 'retry'],
      [554, 'fail'],
    ] as const)
      it(`is ${effect === 'retry' ? 'tried again' : 'given up'} where the server replies ${responseCode} to the message`, async () => {
        const onData: SMTPServerOptions['onData'] = (stream, _session, done) => {
          buffer(stream).then(
            () => done(Object.assign(new Error('Not this one'), { responseCode })),
            () => {},
          );
        };
        await withServer({ onData }, async () => {
          assertFails(await attempt(), { effect, points: 1, says: /Not this one/ });
        });
      });

    it('is not sent again where the server may have it, and did not say so', async () => {
      let arrived = 0;
      let cut = () => {};
      const onData: SMTPServerOptions['onData'] = (stream) => {
        buffer(stream).then(
          () => {
            arrived += 1;
            cut();
          },
          () => {},
        );
      };
      await withServer({ onData }, async (_, network) => {
        cut = network.drop;
        assertFails(await attempt(), {
          effect: 'unknown',
          reason: 'outcome-unknown',
          points: 1,
          says: /did not confirm the message, which may have arrived/,
        });
        assert.equal(arrived, 1);
      });
    });

    it('is tried again where the connection fails within the message', async () => {
      let cut = () => {};
      const onData: SMTPServerOptions['onData'] = (stream) => {
        stream.once('data', () => cut());
        stream.on('error', () => {});
      };
      const content = Buffer.alloc(14 * 1024 * 1024, 'x');
      const report = sampleReport({ files: [{ filename: 'a.csv', contentType: 'text/csv', content }] });
      await withServer({ onData }, async (_, network) => {
        cut = network.drop;
        assertFails(await attempt({ report }), { effect: 'retry', points: 0, says: /could not be reached/ });
      });
    });

    it('is tried again by the next server where this one stops before the end', async () => {
      await withServer(undefined, async (server) => {
        const stopping = new AbortController();
        const beforeSend = async () => stopping.abort();
        const ended = await attempt({ signal: stopping.signal, beforeSend });
        assertFails(ended, { effect: 'retry', points: 1, says: /could not be reached/ });
        assert.equal((await attempt({ recipient: 'next@customer.example' })).error, undefined);
        assert.equal(server.received.length, 1);
      });
    });

    it('is not sent again where this server stops after the end', async () => {
      const stopping = new AbortController();
      const onData: SMTPServerOptions['onData'] = (stream) => {
        buffer(stream).then(
          () => stopping.abort(),
          () => {},
        );
      };
      await withServer({ onData }, async () => {
        const ended = await attempt({ signal: stopping.signal });
        assertFails(ended, {
          effect: 'unknown',
          reason: 'outcome-unknown',
          points: 1,
          says: /may have arrived/,
        });
      });
    });

    it('is tried again where no server listens', async () => {
      await withServer(undefined, async (_, network) => {
        await network.close();
        assertFails(await attempt(), { effect: 'retry', points: 0, says: /could not be reached/ });
      });
    });

    it('has failed where its server is at an address that the operator does not allow', async () => {
      const own = { useOwnServer: true, host: '10.0.0.1', port: 25, senderAddress: 'bi@own.example' };
      await change({ ...own, encryption: 'starttls' });
      assertFails(await attempt(), { effect: 'fail', points: 0, says: /is a private or reserved address/ });
      await change({ useOwnServer: false });
    });

    it('has failed where the recipient is not an address', async () => {
      const recipient = 'ann@customer.example>\r\nRCPT TO:<eve@evil.example';
      assertFails(await attempt({ recipient }), { effect: 'fail', points: 0, says: /recipient’s address/ });
    });

    it('says why without the link to unsubscribe, which a server may repeat', async () => {
      const onData: SMTPServerOptions['onData'] = (stream, _session, done) => {
        buffer(stream).then(
          (bytes) => {
            const [url = ''] =
              /http\S+\/unsubscribe\/\S+/.exec(bytes.toString().replaceAll(/=?\r\n\s?/g, '')) ?? [];
            done(Object.assign(new Error(`Spam, because of ${url}`), { responseCode: 554 }));
          },
          () => {},
        );
      };
      await withServer({ onData }, async () => {
        const { error } = await attempt();
        assert.match(String(error), /Spam, because of http:\S+\/unsubscribe\/…/);
      });
    });
  });
}

describe('a report by email without a mail server', () => {
  for (const [engine, makeStore] of Object.entries(STORES))
    describe(`on ${engine}`, () => {
      const inlay = useMailInlay(makeStore, { INLAY_SMTP_URL: '', INLAY_MAIL_FROM: '' });
      it('waits for one', async () => {
        const delivery = {
          subscription: storedSubscription({ kind: 'email', recipients: [ANN] }),
          report: sampleReport(),
          recipient: ANN,
          jobId: 'job',
          dueAt: 0,
          signal: new AbortController().signal,
          beforeSend: async () => assert.fail('nothing is sent'),
        };
        await assert.rejects(deliverReport(inlay.running.services, delivery), {
          effect: 'retry',
          message: /There is no mail server/,
        });
      });
    });
});
