import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AlertCondition, Subscription, SubscriptionOptions } from '@inlay/content/subscription';
import { loadSubscriptionsMessages } from '@inlay/messages/subscriptions';
import { checkDraft, placeProblems } from '../../src/subscriptions/data/check-draft.ts';
import {
  addressesIn,
  canEmail,
  type Draft,
  draftOf,
  EMAIL,
  formatsFor,
  frequenciesFor,
  newDraft,
  toWire,
} from '../../src/subscriptions/data/draft.ts';
import { fakeSubscription } from '../support/fake-subscriptions.ts';

const options: SubscriptionOptions = {
  isAvailable: true,
  canAlert: true,
  canSeeAll: false,
  ownAddress: 'anna@example.com',
  allowedDomains: ['example.com', 'example.org'],
  maxRecipients: 2,
  frequencies: ['hour', 'day', 'week'],
  formats: ['message', 'pdf', 'csv'],
  canEmail: true,
  destinations: [
    { id: 'd1', name: 'Channel', kind: 'slack' },
    { id: 'd2', name: 'Hook', kind: 'webhook' },
  ],
  timeZone: 'Europe/Berlin',
};
const messages = await loadSubscriptionsMessages('en');
const check = (draft: Draft, more: Partial<SubscriptionOptions> = {}) =>
  checkDraft(draft, { ...options, ...more }, messages, 'en');
const draft = newDraft(options, '');
const alertDraft = (alert: Partial<Draft['alert']>): Draft => ({
  ...draft,
  kind: 'alert',
  alert: { ...draft.alert, measure: 'margin', ...alert },
});

describe('a new subscription', () => {
  it('is a weekly report to the viewer at first, as far as the tenant allows it', () => {
    assert.deepEqual(toWire(draft, 'Sales'), {
      title: 'Sales',
      schedule: { every: 'week', weekday: 1, at: '08:00', timeZone: 'Europe/Berlin' },
      format: 'message',
      to: { kind: 'email', recipients: ['anna@example.com'] },
      alert: null,
    });
    assert.equal(newDraft({ ...options, frequencies: ['day'] }, '').every, 'day');
    assert.equal(newDraft({ ...options, canEmail: false }, '').to, 'd1');
  });

  it('is sent every hour only as an alert', () => {
    assert.deepEqual(frequenciesFor('report', options), ['day', 'week']);
    assert.deepEqual(frequenciesFor('alert', options), ['hour', 'day', 'week']);
  });

  it('has no attachment in chats, and CSV only of one tile', () => {
    assert.deepEqual(formatsFor({ to: 'd1' }, options, true), ['message']);
    assert.deepEqual(formatsFor({ to: 'd2' }, options, true), ['message', 'pdf', 'csv']);
    assert.deepEqual(formatsFor({ to: EMAIL }, options, false), ['message', 'pdf']);
  });

  it('can go to an address if there is a server and some address is allowed', () => {
    assert.equal(canEmail(options), true);
    assert.equal(canEmail({ ...options, ownAddress: null }), true);
    assert.equal(canEmail({ ...options, ownAddress: null, allowedDomains: [] }), false);
    assert.equal(canEmail({ ...options, canEmail: false }), false);
  });
});

describe('the form of a subscription', () => {
  const conditions: readonly AlertCondition[] = [
    { kind: 'above', measure: 'margin', limit: 0.08, margin: 0.01, quietMinutes: 60 },
    { kind: 'below', measure: 'margin', limit: 0.08, margin: 0.01, by: 'region', quietMinutes: 0 },
    { kind: 'above', measure: 'margin', limit: 0.3, margin: 0, quietMinutes: 60 },
    { kind: 'change', measure: 'margin', direction: 'down', amount: 5, unit: 'percent', quietMinutes: 60 },
    { kind: 'missing', measure: 'margin', quietMinutes: 1440 },
  ];
  const saved: readonly Subscription[] = [
    fakeSubscription({ to: { kind: 'email', recipients: ['a@example.com', 'b@example.org'] } }),
    fakeSubscription({ to: { kind: 'destination', id: 'd1' }, format: 'message' }),
    fakeSubscription({ schedule: { every: 'month', day: 31, at: '23:59', timeZone: 'UTC' } }),
    fakeSubscription({ schedule: { every: 'hour', timeZone: 'UTC' } }),
    ...conditions.map((alert) => fakeSubscription({ alert, format: 'message' })),
  ];

  it('changes nothing that the viewer does not change', () => {
    for (const { title, schedule, format, to, alert, ...rest } of saved) {
      const subscription = { title, schedule, format, to, alert, ...rest };
      const wire = toWire(draftOf(subscription, options), 'Another title');
      assert.deepEqual(wire, { title, schedule, format, to, alert });
    }
  });

  it("goes back to the viewer's own address where no other is allowed any more", () => {
    const [first] = saved;
    assert.ok(first);
    const { to } = toWire(draftOf(first, { ...options, allowedDomains: [] }), '');
    assert.deepEqual(to, { kind: 'email', recipients: ['anna@example.com'] });
  });
});

describe('what is wrong with a subscription before it is sent', () => {
  it('nothing, for the one that a form opens with', () => {
    assert.deepEqual(check(draft), {});
  });

  it('addresses: broken ones, too many, and those at other domains', () => {
    const at = (recipients: string) => check({ ...draft, recipients }).recipients;
    assert.equal(at('  '), 'Enter a value.');
    assert.equal(at('anna'), 'anna is not an email address.');
    assert.equal(at('a@example.com, b@example.com; c@example.com'), 'Enter 2 addresses at most.');
    assert.equal(at('x@evil.example'), 'x@evil.example is not an address at example.com or example.org.');
    assert.equal(at('ANNA@example.com b@EXAMPLE.ORG'), undefined);
    assert.equal(check({ ...draft, to: 'd1', recipients: '' }).recipients, undefined);
    assert.deepEqual(addressesIn('a@b.c, a@b.c;d@e.f'), ['a@b.c', 'd@e.f']);
  });

  it('conditions: a missing limit, an amount of zero, and a normal value on the wrong side', () => {
    assert.deepEqual(check(alertDraft({ measure: '' })), {
      measure: 'Enter a value.',
      limit: 'Enter a value.',
    });
    assert.deepEqual(check(alertDraft({ kind: 'change', amount: 0 })), { amount: 'Enter a value.' });
    assert.deepEqual(check(alertDraft({ kind: 'missing' })), {});
    assert.deepEqual(check(alertDraft({ limit: 0, normalAt: -1 })), {});
    assert.deepEqual(check(alertDraft({ limit: 8, normalAt: 9 })), {
      normalAt: 'This must not be above the limit.',
    });
    assert.deepEqual(check(alertDraft({ kind: 'below', limit: 8, normalAt: 7 })), {
      normalAt: 'This must not be below the limit.',
    });
  });

  it('the time, unless it is checked every hour', () => {
    assert.deepEqual(check({ ...draft, at: '' }), { at: 'Enter a value.' });
    assert.deepEqual(check({ ...alertDraft({ limit: 1 }), every: 'hour', at: '' }), {});
  });
});

describe('problems that the server finds', () => {
  it('are shown at their fields, the others together', () => {
    const problems = [
      { path: '/to/recipients/1', problem: 'is not allowed' },
      { path: '/schedule/timeZone', problem: 'is not a time zone' },
      { path: '/alert/margin', problem: 'must be positive' },
      { path: '/state/filters/region', problem: 'is not a filter' },
    ];
    assert.deepEqual(placeProblems(problems, messages.refused), {
      errors: {
        recipients: 'Not accepted: is not allowed',
        timeZone: 'Not accepted: is not a time zone',
        normalAt: 'Not accepted: must be positive',
      },
      others: ['Not accepted: is not a filter'],
    });
  });
});
