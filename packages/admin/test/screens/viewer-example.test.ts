import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chartsMessages } from '@inlay/messages/charts/all';
import { inLanguage } from '@inlay/protocol/language';
import { NO_TENANT_SETTINGS, type TenantSettings } from '@inlay/protocol/tenant-settings';
import { viewerExample, viewerLanguage } from '../../src/screens/settings/viewer-example.ts';

const sundayAfternoon = Date.UTC(2026, 10, 15, 15, 20);
const exampleFor = (settings: TenantSettings, now: number, preferred: readonly string[]) => {
  const language = viewerLanguage(settings, preferred);
  return viewerExample(settings, now, language, inLanguage(chartsMessages, language));
};
const days = (week: readonly { readonly text: string }[]) => week.map(({ text }) => text);

describe('example of regional settings', () => {
  it("defaults to the browser's language, UTC, the calendar year and US dollars", () => {
    const shown = exampleFor(NO_TENANT_SETTINGS, sundayAfternoon, ['en-GB']);
    assert.equal(shown.language, 'en-GB');
    assert.match(shown.today, /^Sunday,? 15 November 2026$/);
    assert.equal(shown.clock, '15:20');
    assert.equal(shown.weekStart, 1);
    assert.deepEqual(days(shown.week), ['9', '10', '11', '12', '13', '14', '15']);
    assert.deepEqual(shown.fiscalYear, { name: 'FY26', from: '1 Jan 2026', to: '31 Dec 2026' });
    assert.equal(shown.money.full, '$987.65');
  });

  it('skips browser languages that embeds do not support', () => {
    assert.equal(exampleFor(NO_TENANT_SETTINGS, 0, ['sv', 'fr-CA', 'en']).language, 'fr-CA');
    assert.equal(exampleFor(NO_TENANT_SETTINGS, 0, ['sv']).language, 'en');
  });

  it('ignores invalid language tags such as POSIX locales', () => {
    assert.equal(exampleFor(NO_TENANT_SETTINGS, 0, ['en-US@posix', 'c', '', 'de_DE', 'fr']).language, 'fr');
    assert.equal(exampleFor(NO_TENANT_SETTINGS, 0, ['en-US@posix']).language, 'en');
  });

  it('starts the day, week and fiscal year as configured', () => {
    const settings = {
      language: 'en-GB',
      timeZone: 'Asia/Tokyo',
      weekStart: 2,
      fiscalYearStart: 12,
      currency: 'JPY',
      allowedLinkHosts: [],
      allowedImageHosts: [],
      auditDays: null,
    };
    const shown = exampleFor(settings, sundayAfternoon, []);
    assert.match(shown.today, /^Monday,? 16 November 2026$/);
    assert.equal(shown.clock, '00:20');
    assert.deepEqual(days(shown.week), ['10', '11', '12', '13', '14', '15', '16']);
    assert.deepEqual(
      shown.week.map(({ now }) => now),
      [false, false, false, false, false, false, true],
    );
    assert.deepEqual(shown.fiscalYear, { name: 'FY26', from: '1 Dec 2025', to: '30 Nov 2026' });
    assert.deepEqual(
      shown.quarters.map(({ name, months }) => [name, months.find(({ now }) => now)?.text]),
      [
        ['Q1', undefined],
        ['Q2', undefined],
        ['Q3', undefined],
        ['Q4', 'Nov'],
      ],
    );
    assert.equal(shown.money.full, '¥988');
  });

  it('counts the first day of a fiscal year as part of it', () => {
    const settings = { ...NO_TENANT_SETTINGS, language: 'en-GB', fiscalYearStart: 11 };
    const { fiscalYear } = exampleFor(settings, Date.UTC(2026, 10, 1), []);
    assert.deepEqual(fiscalYear, { name: 'FY27', from: '1 Nov 2026', to: '31 Oct 2027' });
  });

  it('is right-to-left in Arabic', () => {
    assert.ok(exampleFor({ ...NO_TENANT_SETTINGS, language: 'ar' }, 0, []).rightToLeft);
  });
});
