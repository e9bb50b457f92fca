import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLocale } from '@inlay/charts/format/create-locale';
import { titleTile } from '@inlay/charts/format/title-tile';
import { readEmbedFields } from '@inlay/protocol/embed-fields';
import { matchLanguage } from '@inlay/protocol/language';
import { NO_TENANT_SETTINGS } from '@inlay/protocol/tenant-settings';
import { viewerSetting } from '@inlay/server/features/embeds/request/viewer-setting';
import { maskCell } from '@inlay/server/platform/query/result/mask-cell';
import { notFilteredNote } from '@inlay/server/platform/render/tile-section';
import { countIntl } from '../../../../test/support/time/count-intl.ts';

const locale = createLocale({ language: 'en-GB' });
const result = {
  columns: [{ name: 'net', label: 'Net', type: 'number', role: 'measure', values: [1] }],
  rowCount: 1,
  truncated: false,
} as const;
const ofTenant = { ...NO_TENANT_SETTINGS, language: 'en-GB' };

/** What requests do many times over, and the kind of object that takes up to 0.1 ms to create. */
const HOT = {
  'the language of messages': ['Locale', () => matchLanguage('pt-BR', ['en', 'pt'])],
  'the first day of the week': ['Locale', () => viewerSetting({}, ofTenant).calendar.weekStart],
  'the time zone of a page': ['DateTimeFormat', () => readEmbedFields([['timeZone', 'Europe/Paris']])],
  'a masked number': [
    'NumberFormat',
    () => maskCell(1234, { show: 'range', size: 1000 }, { fingerprint: (value) => value, language: 'en-GB' }),
  ],
  'the title of a tile': ['ListFormat', () => titleTile({ title: '{{ measures }}' }, result, {}, locale)],
  'the note on filters': ['ListFormat', () => notFilteredNote(['Region', 'Period'], 'en-GB')],
} as const;

describe('objects of Intl', () => {
  for (const [what, [kind, run]] of Object.entries(HOT))
    it(`${what} creates none that was created before`, (t) => {
      const first = run();
      const count = countIntl(t, kind);
      assert.deepEqual(run(), first);
      assert.equal(count(), 0);
    });
});
