import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { BuilderDocument } from '@inlay/content/builder';
import type { ContentClient } from '../content/content-client.ts';
import type { EmbedSetup } from '../embeds/embed-client.ts';
import { viewerToken } from '../embeds/embed-world.ts';
import { STORES, type TestInlay, type TestStore } from '../server/start-inlay.ts';
import { startWorld } from '../server/worlds.ts';
import { timeAt } from '../time/fake-time.ts';
import { addTenant, type SecondTenant } from '../users/second-tenant.ts';
import { type BuilderClient, builderClient, CHART, canvasOf, made, person } from './builder-world.ts';

export interface Attack {
  readonly engine: string;
  readonly inlay: TestInlay;
  readonly setup: EmbedSetup;
  readonly acme: SecondTenant;
  readonly admin: ContentClient;
  /** Contributes to `sales`, and to nothing else. */
  readonly mallory: BuilderClient;
  readonly victim: BuilderClient;
  /** Of another app, and a private draft of the victim. */
  readonly payroll: BuilderDocument;
  readonly secret: BuilderDocument;
}

/** An attacker with a token that contributes to one app, on each store. */
export function describeAttacks(what: string, tests: (given: Attack) => void): void {
  for (const [engine, makeStore] of Object.entries(STORES))
    describe(`${what}, on ${engine}`, () => {
      let store: TestStore | undefined;
      const given = { engine } as { -readonly [Part in keyof Attack]: Attack[Part] };
      before(async () => {
        // The clock is stopped, so that per-minute limits do not depend on the speed of this run.
        const now = Date.now();
        const world = await startWorld('builders', makeStore, { time: timeAt(() => now) });
        Object.assign(given, world);
        const { inlay, setup } = world;
        store = world.store;
        given.acme = await addTenant(inlay);
        given.mallory = await person(inlay, setup, 'mallory', ['contribute'], { groups: ['emea'] });
        given.victim = await person(inlay, setup, 'victim', ['contribute'], { groups: ['emea'] });
        const hr = builderClient(
          inlay,
          await viewerToken(setup, { username: 'hr@customer.example', privileges: { hr: ['contribute'] } }),
          'b-hr',
        );
        const pay = {
          ...CHART,
          datasetId: 'salaries',
          query: { dimensions: [{ column: 'person' }], measures: ['total'] },
        };
        given.payroll = await made(hr, canvasOf('Payroll', { chart: pay }));
        const plans = canvasOf('Secret plans', { chart: CHART }, { text: 'canary-text' });
        given.secret = await made(given.victim, plans);
      });
      after(async () => {
        await given.inlay?.close();
        await store?.drop();
      });
      tests(given);
    });
}

/** Every way to one dashboard. */
const waysTo = (id: string): readonly (readonly [method: string, path: string, body?: object])[] => [
  ['GET', `dashboards/${id}`],
  ['GET', `?dashboard=${id}`],
  ['PUT', `dashboards/${id}`, canvasOf('Taken', { chart: CHART })],
  ['PATCH', `dashboards/${id}`, { title: 'Taken' }],
  ['DELETE', `dashboards/${id}`],
  ['POST', `dashboards/${id}/submit`, {}],
  ['POST', `dashboards/${id}/publish`, {}],
  ['POST', `dashboards/${id}/return`, { comment: 'x' }],
  ['POST', `dashboards/${id}/copy`, {}],
  ['POST', `dashboards/${id}/reset`, {}],
  ['PUT', `dashboards/${id}/sharing`, { with: 'workspace', right: 'edit' }],
  ['POST', `dashboards/${id}/presence`, { session: 'mallory-1', doing: 'editing' }],
  ['POST', `dashboards/${id}/tiles/i0`, {}],
  ['POST', `dashboards/${id}/values`, {}],
  ['POST', `dashboards/${id}/filters/f/values`, {}],
  ['GET', `dashboards/${id}/tiles/i0/export.csv`],
  ['POST', 'dashboards', { from: id }],
  ['GET', `dashboards/${id}/versions`],
  ['POST', `dashboards/${id}/versions/1/restore`],
  ['POST', `dashboards/${id}/view`, { width: 800 }],
  ['POST', `dashboards/${id}/view?revision=1`, { width: 800 }],
  ['POST', `dashboards/${id}/tiles/i0?revision=1`, {}],
];

/** Sends them all and expects this status each time, without any stored data in the response. */
export async function tryAll(
  client: BuilderClient,
  id: string,
  status: number,
  embed = 'b-sales',
): Promise<void> {
  for (const [method, path, body] of waysTo(id)) {
    const options = { ...(body ? { body } : {}), ifMatch: '*', embed };
    const response = await client(method, path, options);
    assert.equal(response.status, status, `${method} ${path}: ${JSON.stringify(response.body)}`);
    assert.doesNotMatch(JSON.stringify(response.body), /canary|Secret plans|Payroll/);
  }
}
