import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startDnsServer } from '../../../../../test/support/network/start-dns-server.ts';
import { startCollector } from '../../../../../test/support/server/start-collector.ts';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import { fakeTime } from '../../../../../test/support/time/fake-time.ts';
import { createNameResolver } from '../../../src/platform/egress/name-resolver.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { OtlpExporter } from '../../../src/platform/tracing/otlp-exporter.ts';
import type { EndedSpan } from '../../../src/platform/tracing/tracer.ts';

const SPAN: EndedSpan = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentId: undefined,
  name: 'a span',
  kind: 'internal',
  startedAt: 0,
  endedAt: 1,
  attributes: {},
  isFailed: false,
};

async function startExporter(test: TestContext, status: number | 'hang' = 200, hostname = '127.0.0.1') {
  const collector = await startCollector(status);
  const dns = await startDnsServer({ 'collector.example': ['127.0.0.1'], 'silent.example': 'hang' });
  test.after(() => Promise.all([collector.close(), dns.close()]));
  const time = fakeTime();
  const metrics = createMetrics();
  const failed = Promise.withResolvers<unknown>();
  const url = new URL(collector.url.replace('127.0.0.1', hostname));
  const resolveName = createNameResolver(time, dns.system);
  const exporter = new OtlpExporter({
    url,
    headers: {},
    metrics,
    time,
    resolveName,
    onError: failed.resolve,
  });
  const dropped = async () =>
    (await metrics.droppedSpans.get()).values.map(({ labels, value }) => [labels.reason, value]);
  return { collector, dns, exporter, time, dropped, failed: failed.promise };
}

describe('exporter of traces', () => {
  it('sends the spans of two seconds together', async (test) => {
    const { collector, exporter, time } = await startExporter(test);
    exporter.add(SPAN);
    await time.advance(1999);
    exporter.add(SPAN);
    assert.deepEqual(collector.received, []);
    await time.advance(1);
    await eventually(async () => assert.equal(collector.received.length, 1));
    assert.equal(collector.spans.length, 2);
  });

  it('sends a full batch immediately', async (test) => {
    const { collector, exporter } = await startExporter(test);
    for (let count = 0; count < 512; count += 1) exporter.add(SPAN);
    await eventually(async () => assert.equal(collector.spans.length, 512));
  });

  it('drops and counts the spans of a collector that does not respond within five seconds', async (test) => {
    const { collector, exporter, time, dropped, failed } = await startExporter(test, 'hang');
    exporter.add(SPAN);
    await time.advance(2000);
    await eventually(async () => assert.equal(collector.received.length, 1));
    await time.advance(4999);
    assert.deepEqual(await dropped(), []);
    await time.advance(1);
    await failed;
    assert.deepEqual(await dropped(), [['export', 1]]);
  });

  it('finds its collector by name', async (test) => {
    const { collector, exporter, time } = await startExporter(test, 200, 'collector.example');
    exporter.add(SPAN);
    await time.advance(2000);
    await eventually(async () => assert.equal(collector.spans.length, 1));
  });

  it('drops and counts spans if DNS does not respond for the name of its collector', async (test) => {
    const { dns, exporter, time, dropped, failed } = await startExporter(test, 200, 'silent.example');
    exporter.add(SPAN);
    await time.advance(2000);
    await eventually(() => assert.ok(dns.queries.includes('A silent.example')));
    await time.advance(4000);
    assert.match(String(await failed), /DNS did not respond in time for silent\.example/);
    assert.deepEqual(await dropped(), [['export', 1]]);
  });
});
