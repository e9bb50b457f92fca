import assert from 'node:assert/strict';
import test from 'node:test';
import { zoneOffsets } from '../../../src/platform/time/zone-offsets.ts';

const at = (text: string) => Date.parse(text);

test('zoneOffsets: lists the offset changes of a zone in a range of days', () => {
  assert.deepEqual(zoneOffsets('Europe/Zurich', { from: '2025-03-01', to: '2026-01-01' }), {
    bounded: true,
    offsets: [
      { minutes: 60, until: at('2025-03-30T01:00:00Z') },
      { minutes: 120, until: at('2025-10-26T01:00:00Z') },
      { minutes: 60 },
    ],
  });
  assert.deepEqual(zoneOffsets('Asia/Kolkata', { from: '2025-03-01', to: '2026-01-01' }).offsets, [
    { minutes: 330 },
  ]);
  assert.deepEqual(zoneOffsets('Europe/Zurich', { from: '2025-06-01', to: '2025-07-01' }).offsets, [
    { minutes: 120 },
  ]);
});

test('zoneOffsets: finds two changes that are five weeks apart', () => {
  const { offsets } = zoneOffsets('Africa/Casablanca', { from: '2025-01-01', to: '2025-12-31' });
  assert.deepEqual(
    offsets.map(({ minutes }) => minutes),
    [60, 0, 60],
  );
});

test('zoneOffsets: lists all changes for a range that is open or exceeds the listed years', () => {
  for (const range of [
    {},
    { from: '2025-01-01' },
    { from: '1990-01-01', to: '2025-01-01' },
    { from: '2025-01-01', to: '2040-01-01' },
  ]) {
    const { bounded, offsets } = zoneOffsets('Europe/Zurich', range);
    assert.equal(bounded, false);
    assert.equal(offsets.length, 77);
  }
});
