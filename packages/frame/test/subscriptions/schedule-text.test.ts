import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locales } from '@inlay/messages/locales';
import { loadSubscriptionsMessages } from '@inlay/messages/subscriptions';
import type { ReportSchedule } from '@inlay/protocol/report-schedule';
import { scheduleText } from '../../src/subscriptions/words/schedule-text.ts';
import { timeIn, timeZoneOptions } from '../../src/subscriptions/words/time-zones.ts';

const timeZone = 'Europe/Berlin';
const SCHEDULES: readonly ReportSchedule[] = [
  { every: 'hour', timeZone },
  { every: 'day', at: '08:00', timeZone },
  { every: 'workday', at: '17:30', timeZone },
  { every: 'week', weekday: 3, at: '08:00', timeZone },
  { every: 'week', weekday: 7, at: '08:00', timeZone },
  { every: 'month', day: 1, at: '00:05', timeZone },
  { every: 'month', day: 22, at: '08:00', timeZone },
  { every: 'month', day: 31, at: '08:00', timeZone },
];
/** Without the narrow space that `Intl` writes before AM. */
const sentences = async (lang: string) => {
  const messages = await loadSubscriptionsMessages(lang);
  return SCHEDULES.map((schedule) => scheduleText(schedule, messages, lang).replaceAll(/\s/g, ' '));
};

describe('schedules in words', () => {
  it('are sentences in English, with times as the viewer writes them', async () => {
    assert.deepEqual(await sentences('en'), [
      'Every hour',
      'Every day at 8:00 AM',
      'Monday to Friday at 5:30 PM',
      'Every Wednesday at 8:00 AM',
      'Every Sunday at 8:00 AM',
      'On the 1st of each month at 12:05 AM',
      'On the 22nd of each month at 8:00 AM',
      'On the last day of each month at 8:00 AM',
    ]);
    assert.equal((await sentences('en-GB'))[1], 'Every day at 08:00');
  });

  it('are sentences in German', async () => {
    assert.deepEqual(await sentences('de'), [
      'Stündlich',
      'Täglich um 08:00 Uhr',
      'Montag bis Freitag um 17:30 Uhr',
      'Jeden Mittwoch um 08:00 Uhr',
      'Jeden Sonntag um 08:00 Uhr',
      'Am 1. jedes Monats um 00:05 Uhr',
      'Am 22. jedes Monats um 08:00 Uhr',
      'Am letzten Tag jedes Monats um 08:00 Uhr',
    ]);
  });

  it('differ from each other in every language', async () => {
    for (const { locale } of locales) {
      const texts = await sentences(locale);
      assert.equal(new Set(texts).size, SCHEDULES.length, `${locale}: ${texts.join(' | ')}`);
    }
  });
});

describe('time zones', () => {
  it('are offered by region, with the chosen one even if the browser does not know it', () => {
    const options = timeZoneOptions('Mars/Olympus_Mons');
    assert.deepEqual(options[0], {
      value: 'Mars/Olympus_Mons',
      label: 'Olympus Mons',
      group: 'Mars',
      fullLabel: 'Mars/Olympus Mons',
    });
    assert.equal(options.filter(({ value }) => value === 'America/New_York').length, 1);
    assert.equal(timeZoneOptions('Europe/Berlin').filter(({ value }) => value === 'Europe/Berlin').length, 1);
  });

  it('tell the time there, if the browser knows the zone', () => {
    const now = new Date('2026-11-19T12:00:00Z');
    assert.equal(timeIn('Asia/Tokyo', 'en-GB', now), '21:00');
    assert.equal(timeIn('Mars/Olympus_Mons', 'en-GB', now), undefined);
  });
});
