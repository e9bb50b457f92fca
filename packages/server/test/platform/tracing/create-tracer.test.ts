import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startDnsServer } from '../../../../../test/support/network/start-dns-server.ts';
import { startCollector } from '../../../../../test/support/server/start-collector.ts';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import { fakeTime } from '../../../../../test/support/time/fake-time.ts';
import { createNameResolver } from '../../../src/platform/egress/name-resolver.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createTracer } from '../../../src/platform/tracing/create-tracer.ts';
import { currentTrace } from '../../../src/platform/tracing/current-trace.ts';

async function startTracer(
  test: TestContext,
  { status = 200, hostname = '127.0.0.1' }: { status?: number; hostname?: string } = {},
) {
  const collector = await startCollector(status);
  const dns = await startDnsServer({ 'collector.example': ['127.0.0.1'] });
  test.after(() => Promise.all([collector.close(), dns.close()]));
  const metrics = createMetrics();
  const errors: unknown[] = [];
  const tracer = createTracer({
    url: new URL(collector.url.replace('127.0.0.1', hostname)),
    headers: {},
    ratio: 1,
    metrics,
    resolveName: createNameResolver(fakeTime(), dns.system),
    onError: (error) => errors.push(error),
  });
  const record = (count: number) => {
    for (let recorded = 0; recorded < count; recorded += 1) tracer.startRequest(undefined).end();
  };
  const dropped = async () =>
    (await metrics.droppedSpans.get()).values.map(({ labels, value }) => [labels.reason, value]);
  return { collector, tracer, record, dropped, errors };
}

describe('tracer', () => {
  it('sends spans together', async (test) => {
    const { collector, tracer, record } = await startTracer(test);
    record(2);
    assert.deepEqual(collector.received, []);
    await tracer.flush();
    assert.equal(collector.received.length, 1);
    assert.equal(collector.spans.length, 2);
  });

  it('sends a full batch immediately', async (test) => {
    const { collector, tracer, record } = await startTracer(test);
    record(512);
    await eventually(async () => assert.equal(collector.spans.length, 512));
    await tracer.flush();
  });

  it('finds its collector by name', async (test) => {
    const { collector, tracer, record } = await startTracer(test, { hostname: 'collector.example' });
    record(1);
    await tracer.flush();
    assert.equal(collector.spans.length, 1);
  });

  it('drops and counts the spans that a collector refuses, and reports the first failure', async (test) => {
    const { tracer, record, dropped, errors } = await startTracer(test, { status: 400 });
    for (const count of [2, 3]) {
      record(count);
      await tracer.flush();
    }
    assert.deepEqual(await dropped(), [['export', 5]]);
    assert.equal(errors.length, 1);
  });

  it('drops and counts spans beyond 4,096 that wait for the collector', async (test) => {
    const { collector, tracer, record, dropped } = await startTracer(test);
    record(4098);
    await tracer.flush();
    assert.deepEqual(await dropped(), [['queue', 2]]);
    assert.equal(collector.spans.length, 4096);
  });

  it('sends only the configured headers, none of the environment', async (test) => {
    process.env.OTEL_EXPORTER_OTLP_HEADERS = 'x-platform=secret';
    test.after(() => {
      delete process.env.OTEL_EXPORTER_OTLP_HEADERS;
    });
    const { collector, tracer, record } = await startTracer(test);
    record(1);
    await tracer.flush();
    assert.equal(collector.headers[0]?.['x-platform'], undefined);
    assert.equal(collector.headers.length, 1);
  });

  it('records a span with its name, kind, attributes, failure and parent', async (test) => {
    const { collector, tracer } = await startTracer(test);
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const request = tracer.startRequest(`00-${trace}-00f067aa0ba902b7-01`);
    request.rename('GET /here');
    request.set({ rows: 2, absent: undefined });
    request.end({ isFailed: true });
    await tracer.flush();
    const [span] = collector.spans;
    assert.equal(span?.traceId, trace);
    assert.equal(span?.parentSpanId, '00f067aa0ba902b7');
    assert.equal(span?.name, 'GET /here');
    assert.equal(span?.kind, 2);
    assert.deepEqual(
      span?.attributes.map(({ key }) => key),
      ['rows'],
    );
    assert.equal(span?.status.code, 2);
  });

  it('records no steps of a request that is over or whose caller decided against it', async (test) => {
    const { collector, tracer } = await startTracer(test);
    const over = tracer.startRequest(undefined);
    over.context.request.isOver = true;
    over.end();
    const unsampled = tracer.startRequest('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00');
    unsampled.end();
    for (const { context } of [over, unsampled])
      currentTrace.run(context, () => tracer.span('step', () => {}));
    await tracer.flush();
    assert.deepEqual(
      collector.spans.map(({ name }) => name),
      ['request'],
    );
  });
});
