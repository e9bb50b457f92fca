import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BuilderDocument, BuilderResponse, TooExpensiveDetails } from '@inlay/content/builder';
import { describeAttacks } from '../../support/builder/builder-attack.ts';
import { CHART, canvasOf, made, person } from '../../support/builder/builder-world.ts';
import { viewerToken } from '../../support/embeds/embed-world.ts';
import { call } from '../../support/http/api-client.ts';

/** Ten at a time, as often as it takes. */
async function inTens<T>(count: number, work: () => Promise<T>): Promise<readonly T[]> {
  const done: T[] = [];
  while (done.length < count)
    done.push(...(await Promise.all(Array.from({ length: Math.min(10, count - done.length) }, work))));
  return done;
}

describeAttacks('an attacker who contributes to one app breaks and fills nothing', (given) => {
  it('rejects invalid content without a server error', async () => {
    const items = Array.from({ length: 201 }, (_, index) => ({
      id: `i${index}`,
      x: 0,
      y: index,
      w: 1,
      h: 1,
      text: '',
    }));
    const heavy = Array.from({ length: 30 }, () => ({ text: 'x'.repeat(19_000) }));
    const bodies: readonly (readonly [number, unknown])[] = [
      [400, { content: { title: 'x', items } }],
      [413, { content: canvasOf('x', ...heavy) }],
      [413, { content: { title: 'x'.repeat(2_000_000), items: [] } }],
      [400, { content: null }],
      [400, { content: [] }],
      [400, []],
      [400, 'text'],
      [400, { content: canvasOf('x', { chart: CHART, x: 11, w: 12 }) }],
      [400, { content: canvasOf('x', { chart: CHART }, { chart: CHART, y: 0 }) }],
      [400, { content: canvasOf('x', { id: 'revenue', chart: CHART }, { tile: 'revenue' }) }],
      [400, { content: canvasOf('a\u0000b') }],
      [400, { content: canvasOf('x', { chart: { ...CHART, query: { dimensions: [], measures: [] } } }) }],
      [400, { from: 'nothing', content: canvasOf('x') }],
      [404, { from: 'nothing' }],
      [404, { from: 'payroll' }],
    ];
    for (const [status, body] of bodies) {
      const response = await given.mallory('POST', 'dashboards', { body });
      assert.equal(response.status, status, JSON.stringify(response.body).slice(0, 300));
    }
    const polluted = await call<{ message: string }>(
      `${given.inlay.url}/embed/api/v0/embeds/b-sales/builder/preview`,
      {
        method: 'POST',
        token: await viewerToken(given.setup, { privileges: { sales: ['contribute'] } }),
        headers: { 'content-type': 'application/json' },
        rawBody: '{"chart":{"__proto__":{"x":1}}}',
      },
    );
    assert.equal(polluted.status, 400);
    for (const path of ['dashboards/__proto__', 'dashboards/constructor', `dashboards/${'x'.repeat(200)}`])
      assert.ok([400, 404].includes((await given.mallory('GET', path)).status), path);
    const many = { dimensions: Array.from({ length: 7 }, () => ({ column: 'product' })), measures: [] };
    const refused = await given.mallory<{ message: string; details: TooExpensiveDetails }>(
      'POST',
      'preview',
      {
        body: { chart: { ...CHART, query: many } },
      },
    );
    assert.equal(refused.status, 422);
    assert.deepEqual(refused.body.details.wayOut, ['fewer-dimensions']);
    assert.match(refused.body.message, /groups by 7 fields/);
  });

  it('accepts exactly one of fifty concurrent saves, and tells the others who won', async () => {
    const { dashboard } = await made(given.victim, canvasOf('Contested', { chart: CHART }));
    const path = `dashboards/${dashboard.id}`;
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        given.victim<BuilderDocument & { details: { updatedBy: string } }>('PUT', path, {
          body: canvasOf(`Contested ${index}`, { chart: CHART }),
          ifMatch: dashboard.revision,
        }),
      ),
    );
    const winners = responses.filter(({ status }) => status === 200);
    assert.equal(winners.length, 1);
    const losers = responses.filter(({ status }) => status === 412);
    assert.equal(losers.length, 49);
    assert.equal(losers[0]?.body.details.updatedBy, 'victim@customer.example');
    assert.equal((await given.victim('GET', path)).body.content.title, winners[0]?.body.content.title);
  });

  it('rejects creation beyond the per-user dashboard quota', async () => {
    const hoarder = await person(given.inlay, given.setup, 'hoarder', ['contribute']);
    const { body } = await hoarder<BuilderResponse>('GET', '');
    const { dashboards: most } = body.limits;
    const tried = await inTens(most + 5, () =>
      hoarder('POST', 'dashboards', { body: { title: 'One more' } }),
    );
    const statuses = Object.groupBy(tried, ({ status }) => status);
    assert.deepEqual([statuses[201]?.length, statuses[409]?.length], [most, 5]);
    const refused = await hoarder<{ code: string; message: string }>('POST', 'dashboards', { body: {} });
    assert.deepEqual([refused.status, refused.body.code], [409, 'QUOTA_REACHED']);
    assert.match(refused.body.message, /Delete one/);
    const storm = await inTens(200, () => hoarder('POST', 'dashboards', { body: {} }));
    const limited = storm.filter(({ status }) => status === 429);
    assert.ok(limited.length > 0 && Number(limited[0]?.headers['retry-after']) > 0);
    // Others are not held up by that.
    assert.equal((await given.victim('GET', `dashboards/${given.secret.dashboard.id}`)).status, 200);
  });
});
