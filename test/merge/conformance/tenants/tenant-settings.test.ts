import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ContentClient } from '../../../support/content/content-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { STORES, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const NOTHING = {
  language: null,
  timeZone: null,
  weekStart: null,
  fiscalYearStart: null,
  currency: null,
  allowedLinkHosts: [],
  allowedImageHosts: [],
  auditDays: null,
};

for (const [name, make] of Object.entries(STORES)) {
  describe(`settings of a tenant on ${name}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let admin: ContentClient;

    before(async () => {
      ({ store, inlay, setup, admin } = await startWorld('embeds', make));
    });
    after(async () => {
      await inlay.close();
      await store.drop();
    });

    const change = (body: object) => admin('PATCH', 'tenant-settings', { body });
    const stateFor = async (fields: Record<string, string>, context: object = {}) =>
      (await openPage(inlay, 'e-tile', { token: await viewerToken(setup, context), ...fields })).state;

    it('are empty at first, and keep fields that a change omits', async () => {
      assert.deepEqual((await admin('GET', 'tenant-settings')).body, NOTHING);
      await change({ timeZone: 'Asia/Tokyo' });
      const { body } = await change({ currency: 'JPY', fiscalYearStart: 4 });
      const expected = { ...NOTHING, timeZone: 'Asia/Tokyo', currency: 'JPY', fiscalYearStart: 4 };
      assert.deepEqual(body, expected);
      assert.deepEqual((await admin('GET', 'tenant-settings')).body, expected);
    });

    it('keep all of several concurrent changes', async () => {
      const all = {
        language: 'fr',
        timeZone: 'Europe/Paris',
        weekStart: 2,
        fiscalYearStart: 7,
        currency: 'CHF',
        allowedLinkHosts: ['crm.example.com', 'crm.example.com:8443'],
        allowedImageHosts: ['cdn.example.com'],
        auditDays: 30,
      };
      for (const wanted of [all, NOTHING, all]) {
        const each = Object.entries(wanted).map(([field, value]) => change({ [field]: value }));
        assert.deepEqual([...new Set((await Promise.all(each)).map(({ status }) => status))], [200]);
        assert.deepEqual((await admin('GET', 'tenant-settings')).body, wanted);
      }
    });

    it('are refused if invalid, naming the field', async () => {
      for (const [body, field] of [
        [{ timeZone: 'Mars/Olympus' }, '/timeZone'],
        [{ currency: 'ZZZ' }, '/currency'],
        [{ currency: 'eur' }, '/currency'],
        [{ language: 'q' }, '/language'],
        [{ weekStart: 0 }, '/weekStart'],
        [{ fiscalYearStart: 13 }, '/fiscalYearStart'],
        [{ allowedLinkHosts: ['crm.example.com', 'https://crm.example.com'] }, '/allowedLinkHosts/1'],
        [{ allowedLinkHosts: ['crm.example.com/orders'] }, '/allowedLinkHosts/0'],
        [{ allowedLinkHosts: ['user@crm.example.com'] }, '/allowedLinkHosts/0'],
        [{ allowedLinkHosts: ['*.example.com'] }, '/allowedLinkHosts/0'],
        [{ allowedLinkHosts: ['CRM.example.com'] }, '/allowedLinkHosts/0'],
        [{ allowedLinkHosts: null }, '/allowedLinkHosts'],
        [{ allowedImageHosts: ['cdn.example.com', 'https://cdn.example.com'] }, '/allowedImageHosts/1'],
        [{ allowedImageHosts: ["cdn.example.com 'unsafe-inline'"] }, '/allowedImageHosts/0'],
        [{ allowedImageHosts: ['cdn.example.com;script-src *'] }, '/allowedImageHosts/0'],
        [{ allowedImageHosts: ['*'] }, '/allowedImageHosts/0'],
        [{ nonsense: 1 }, '/nonsense'],
      ] as const) {
        const { status, body: response } = await change(body);
        assert.equal(status, 400, JSON.stringify(body));
        assert.ok(String(response.message).includes(field), response.message);
      }
    });

    it('apply unless the page or the context overrides them', async () => {
      await change({
        language: 'ja-JP',
        timeZone: 'Asia/Tokyo',
        weekStart: 6,
        fiscalYearStart: 4,
        currency: 'JPY',
      });
      const plain = await stateFor({});
      assert.deepEqual(
        [plain.lang, plain.timeZone, plain.weekStart, plain.fiscalYearStart, plain.currency],
        ['ja-JP', 'Asia/Tokyo', 6, 4, 'JPY'],
      );
      const page = await stateFor({ lang: 'de', timeZone: 'Europe/Berlin' });
      assert.deepEqual([page.lang, page.timeZone], ['de', 'Europe/Berlin']);
      const attributes = {
        region: 'north',
        time_zone: 'America/Lima',
        currency: 'PEN',
        fiscal_year_start: 7,
        week_start: '1',
      };
      const signed = await stateFor({ timeZone: 'Europe/Berlin' }, { attributes });
      assert.deepEqual(
        [signed.timeZone, signed.currency, signed.fiscalYearStart, signed.weekStart],
        ['America/Lima', 'PEN', 7, 1],
      );
    });

    it('are reset by null', async () => {
      await change({ weekStart: 3 });
      assert.equal((await change({ weekStart: null })).body.weekStart, null);
    });
  });
}
