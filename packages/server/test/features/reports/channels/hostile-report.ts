import type { Report } from '@inlay/server/features/reports/message/report';
import { SALES, sampleReport } from '../../../../../../test/support/reports/sample-report.ts';

/** Values that some message format interprets, or that no message has room for. */
export const HOSTILE = [
  '<!channel> <!here> <@U012AB3CD> <https://evil.example|Your bank>',
  '[Your bank](https://evil.example) ![x](https://evil.example/pixel.png)',
  '*bold* _italic_ ~gone~ `code` ```fence``` # Heading',
  '&lt;!channel&gt; &amp;',
  '{{DATE(2017-02-14T06:08:39Z,SHORT)}} @{body()}',
  '<script>alert(1)</script><at>everyone</at>',
  'a\u0000b\u001b[31m\r\nc\u2028d\u0085e',
  '\u202eevil\u2066 \u2069',
  'مبيعات المنطقة الشمالية',
  '売上高 🇯🇵 👩‍👩‍👧‍👦',
  '\ud800 half a pair',
  'W'.repeat(100_000),
  '',
];

/** Every text of it is the given one. */
export const reportOf = (text: string): Report =>
  sampleReport({
    title: text,
    description: text,
    headline: text,
    filters: [text, text],
    notes: [text],
    sections: [
      { kind: 'text', title: text, paragraphs: [text] },
      {
        kind: 'tile',
        title: text,
        description: text,
        value: { text, change: text, detail: text },
        note: text,
        table: {
          columns: [
            { label: text, isNumber: false },
            { label: text, isNumber: true },
          ],
          rows: [
            [text, text],
            ['plain', '1'],
          ],
          total: [text, text],
          more: 3,
          note: text,
        },
      },
      SALES,
    ],
    files: [{ filename: `${text.slice(0, 50)}.csv`, contentType: 'text/csv', content: Buffer.from('a') }],
  });

/** More than any chat shows at once. */
export const longReport = (): Report =>
  sampleReport({
    leftOut: 2,
    sections: Array.from({ length: 120 }, (_, index) => ({
      ...SALES,
      title: `Tile ${index}`,
      table: {
        columns: Array.from({ length: 20 }, (_, column) => ({
          label: `Column ${column}`,
          isNumber: column > 0,
        })),
        rows: Array.from({ length: 500 }, (_, row) =>
          Array.from({ length: 20 }, (_, column) => `${row * column} ünïts`),
        ),
        more: 10,
      },
    })),
  });
