import type { Report, TileSection } from '@inlay/server/features/reports/message/report';

/** A pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const RETURNS: TileSection = {
  kind: 'tile',
  title: 'Returns',
  description: 'Share of orders that came back',
  value: { text: '9.2%', change: 'up 16%', detail: 'vs. last year' },
};

export const SALES: TileSection = {
  kind: 'tile',
  title: 'Sales by region',
  image: { light: PNG, dark: PNG, alt: 'Bars: North 1,200, South 800', width: 560, height: 300 },
  table: {
    columns: [
      { label: 'Region', isNumber: false },
      { label: 'Sales', isNumber: true },
    ],
    rows: [
      ['North', '1,200'],
      ['South', '800'],
    ],
    more: 0,
  },
};

/** A report as the room `message` makes it. */
export const sampleReport = (fields: Partial<Report> = {}): Report => ({
  title: 'Sales overview',
  description: 'What was sold, and where',
  language: 'en',
  direction: 'ltr',
  filters: ['Region: North', 'Year: 2026'],
  madeAt: 'November 19, 2026 at 8:00 AM GMT+1',
  sections: [
    RETURNS,
    SALES,
    { kind: 'text', title: 'Note', paragraphs: ['Numbers are preliminary.'], source: 'Source: ERP' },
  ],
  leftOut: 0,
  files: [],
  link: 'https://app.customer.example/reports?embed=sales',
  endsAt: null,
  ...fields,
});
