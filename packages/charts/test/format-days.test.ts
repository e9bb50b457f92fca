import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLocale } from '../src/format/create-locale.ts';
import { formatDays } from '../src/format/format-days.ts';

const british = createLocale({ language: 'en-GB' });
const write = (from: string, to: string, until: string, locale = british) =>
  formatDays({ from, to, until }, locale);

describe('a period in words', () => {
  it('names days, with the year if it is another one', () => {
    assert.equal(write('2026-10-01', '2026-10-17', '2026-11-17'), '1–17 Oct');
    assert.equal(write('2025-10-01', '2025-10-17', '2026-11-17'), '1–17 Oct 2025');
  });

  it('names whole months without their days', () => {
    assert.equal(write('2024-11-01', '2025-10-31', '2026-10-31'), 'Nov 2024 – Oct 2025');
    assert.equal(write('2026-01-01', '2026-03-31', '2026-06-30'), 'Jan – Mar');
    assert.equal(write('2024-02-01', '2024-02-29', '2024-03-31'), 'Feb');
    const german = createLocale({ language: 'de' });
    assert.equal(write('2024-11-01', '2025-10-31', '2026-10-31', german), 'Nov. 2024 – Okt. 2025');
  });

  it('keeps the days of a period that ends within a month', () => {
    assert.equal(write('2024-11-01', '2025-10-30', '2026-10-31'), '1 Nov 2024 – 30 Oct 2025');
  });
});
