import assert from 'node:assert/strict';
import test from 'node:test';
import { hourEndIn, hourStartIn, hourStarts } from '../../../src/platform/time/hour-starts.ts';

const at = (text: string) => Date.parse(text);

test('hours begin at the same minute in nearly every zone, whatever its clocks do', () => {
  assert.deepEqual(hourStarts('Europe/Zurich', {}), [{ minute: 0 }]);
  assert.deepEqual(hourStarts('Asia/Kolkata', {}), [{ minute: 30 }]);
  assert.deepEqual(hourStarts('Asia/Kathmandu', {}), [{ minute: 15 }]);
});

test('a change by half an hour moves the start of hours, once the hour that it cut is over', () => {
  assert.deepEqual(hourStarts('Australia/Lord_Howe', { from: '2025-01-01', to: '2026-01-01' }), [
    { minute: 0, until: at('2025-04-05T15:30:00Z') },
    { minute: 30, until: at('2025-10-04T16:00:00Z') },
    { minute: 0 },
  ]);
});

test('hours never overlap, and each begins on a full hour of the clock or at a change', () => {
  for (const zone of ['Australia/Lord_Howe', 'America/Caracas', 'Asia/Pyongyang', 'Europe/Zurich']) {
    const hourStart = hourStartIn(zone);
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, minute: 'numeric' });
    const from = at('2015-01-02T00:00:00Z');
    let last = hourStart(from);
    let cut = 0;
    for (let time = from; time < at('2019-01-01T00:00:00Z'); time += 1_800_000) {
      const start = hourStart(time);
      assert.ok(start <= time && time - start < 3_600_000);
      assert.ok(start >= last);
      assert.equal(hourStart(start), start);
      if (start !== last) assert.equal(hourEndIn(zone, last), start);
      if (start !== last && Number(clock.format(start)) !== 0) cut += 1;
      last = start;
    }
    // Twice a year on Lord Howe Island; elsewhere, clocks changed on the hour or once.
    assert.ok(cut <= (zone === 'Australia/Lord_Howe' ? 8 : 2), `${zone}: ${cut}`);
  }
});
