import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AlertFields } from '@inlay/content/page-state';
import type { AlertCondition, AlertDryRun } from '@inlay/content/subscription';
import { loadSubscriptionsMessages } from '@inlay/messages/subscriptions';
import { alertText } from '../../src/subscriptions/words/alert-text.ts';
import { dryRunTexts } from '../../src/subscriptions/words/dry-run-texts.ts';
import { scaled, valueStyle } from '../../src/subscriptions/words/value-text.ts';

const messages = await loadSubscriptionsMessages('en');
const fields: AlertFields = {
  measures: [
    { name: 'rate', label: 'Return rate', format: { kind: 'percent' } },
    { name: 'revenue', label: 'Revenue', format: { kind: 'currency', currency: 'EUR' } },
  ],
  dimensions: [{ name: 'region', label: 'Region' }],
};
const text = (alert: AlertCondition, known: AlertFields | undefined = fields) =>
  alertText(alert, { messages, lang: 'en', fields: known });

describe('conditions of alerts in words', () => {
  it('write limits in the unit of the measure', () => {
    const common = { margin: 0, quietMinutes: 0 };
    assert.equal(
      text({ kind: 'above', measure: 'rate', limit: 0.08, by: 'region', ...common }),
      'Return rate is above 8%, for each Region',
    );
    assert.equal(
      text({ kind: 'below', measure: 'revenue', limit: 10_000, ...common }),
      'Revenue is below €10,000',
    );
    assert.equal(text({ kind: 'missing', measure: 'rate', quietMinutes: 0 }), 'Return rate has no value');
  });

  it('write changes in percent or in the unit of the measure', () => {
    const change = { kind: 'change', measure: 'revenue', amount: 10, quietMinutes: 0 } as const;
    assert.equal(text({ ...change, direction: 'down', unit: 'percent' }), 'Revenue goes down by 10% or more');
    assert.equal(
      text({ ...change, direction: 'either', unit: 'absolute' }),
      'Revenue changes by €10 or more',
    );
  });

  it('name measures and dimensions that the page no longer shows as they are stored', () => {
    const gone = { kind: 'above', measure: 'old', limit: 3, margin: 0, by: 'shop', quietMinutes: 0 } as const;
    assert.equal(text(gone), 'old is above 3, for each shop');
  });
});

describe('values of measures', () => {
  it('are typed as percentages where they are ratios, without the noise of fractions', () => {
    const { scale, unit } = valueStyle({ kind: 'percent' }, { lang: 'en' });
    assert.deepEqual([scale, unit], [100, '%']);
    assert.equal(scaled(0.07, 100), 7);
    assert.equal(scaled(scaled(0.29, 100), 0.01), 0.29);
  });

  it('have the currency of the measure, or that of the viewer', () => {
    assert.equal(valueStyle({ kind: 'currency' }, { lang: 'en', currency: 'GBP' }).unit, '£');
    assert.equal(valueStyle({ kind: 'number', unit: 'kg' }, { lang: 'en' }).write(3), '3\u00a0kg');
  });
});

describe('what a dry run found', () => {
  const monthly = (values: readonly number[]): AlertDryRun => {
    const checks = values.map((value, month) => ({
      // When the month is over.
      at: new Date(Date.UTC(2025, month + 1, 1)).toISOString(),
      member: null,
      value,
      text: `${value}% (month ${month + 1})`,
      fires: value > 8,
    }));
    return { checks, fired: checks.filter(({ fires }) => fires).length };
  };
  const texts = (run: AlertDryRun) => {
    const { sentence, ...rest } = dryRunTexts(run, messages, { lang: 'en', timeZone: 'UTC' });
    return { sentence: sentence.replaceAll(/\s/g, ' '), ...rest };
  };

  it('says how often it would have fired and in which periods, the latest first', () => {
    assert.deepEqual(texts(monthly([7, 9, 8, 10])), {
      sentence: 'It would have fired 2 times in the past (Jan – Apr 2025).',
      fired: ['10% (month 4)', '9% (month 2)'],
    });
    assert.equal(texts(monthly([7, 9])).sentence, 'It would have fired once in the past (Jan – Feb 2025).');
    assert.deepEqual(texts(monthly([1, 2])), {
      sentence: 'It would not have fired in the past (Jan – Feb 2025).',
      fired: [],
    });
  });

  it('lists six, and counts the others', () => {
    const { fired, more } = texts(monthly([9, 9, 9, 9, 9, 9, 9, 9]));
    assert.equal(fired.length, 6);
    assert.equal(more, 'and 2 more');
  });

  it('says whether it would fire now where there are no periods, for each member', () => {
    const at = '2026-11-19T12:00:00Z';
    const checks = [
      { at, member: 'North', value: 9, text: '9%', fires: true },
      { at, member: 'South', value: 2, text: '2%', fires: false },
    ];
    assert.deepEqual(texts({ checks, fired: 1 }), {
      sentence: 'It would fire now.',
      fired: ['North: 9%'],
    });
    assert.equal(texts({ checks: [], fired: 0 }).sentence, 'There is no data to try it on.');
  });
});
