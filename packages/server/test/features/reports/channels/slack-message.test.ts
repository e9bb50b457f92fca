import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { loadDestinationsMessages } from '@inlay/messages/destinations';
import { slackMessage } from '@inlay/server/features/reports/channels/slack-message';
import type { Report, ReportTable, TileSection } from '@inlay/server/features/reports/message/report';
import { Errors } from 'typebox/schema';
import { SALES, sampleReport } from '../../../../../../test/support/reports/sample-report.ts';
import { HOSTILE, longReport, reportOf } from './hostile-report.ts';
import { textsIn } from './texts-in.ts';

const schema = JSON.parse(readFileSync(new URL('./schemas/slack-message.json', import.meta.url), 'utf8'));
const texts = await loadDestinationsMessages('en');
const made = (report: Report) => slackMessage(report, texts, { username: 'ann@customer.example' });
const assertAccepted = (message: ReturnType<typeof made>) => {
  assert.deepEqual(Errors(schema, message)[1], []);
  assert.ok(JSON.stringify(message.blocks).length <= 13_000, 'Slack refuses it with msg_blocks_too_long');
};

describe('a message for Slack', () => {
  it('has title, values, tables, link, filters and time', () => {
    const message = made(sampleReport());
    assertAccepted(message);
    assert.deepEqual(message.blocks, [
      { type: 'header', text: { type: 'plain_text', text: 'Sales overview', emoji: false } },
      rich(section({ type: 'text', text: 'What was sold, and where' })),
      rich(
        section(bold('Returns')),
        section({ type: 'text', text: 'Share of orders that came back' }),
        section(bold('9.2%'), { type: 'text', text: '  up 16% · vs. last year' }),
      ),
      rich(section(bold('Sales by region')), {
        type: 'rich_text_preformatted',
        elements: [{ type: 'text', text: 'Region  Sales\nNorth   1,200\nSouth     800' }],
      }),
      rich(
        section(bold('Note')),
        section({ type: 'text', text: 'Numbers are preliminary.' }),
        section({ type: 'text', text: 'Source: ERP' }),
      ),
      rich(
        section({
          type: 'link',
          url: 'https://app.customer.example/reports?embed=sales',
          text: 'Open report',
        }),
      ),
      {
        type: 'context',
        elements: [
          'Region: North · Year: 2026',
          'Data as of November 19, 2026 at 8:00 AM GMT+1',
          'Set up by ann@customer.example',
        ].map((text) => ({ type: 'plain_text', text, emoji: false })),
      },
    ]);
    assert.equal(message.text, 'Sales overview');
  });

  it('says in its notification what happened, if it is an alert', () => {
    const headline = 'Returns are 9.2%, above 8%';
    const message = made(sampleReport({ headline }));
    assert.equal(message.text, headline);
    assert.ok(textsIn(message.blocks).includes(headline));
  });

  it('says that a file cannot be attached, and where it is', () => {
    const files = [{ filename: 'sales.pdf', contentType: 'application/pdf', content: Buffer.from('x') }];
    const said = (report: Report) => textsIn(made(report).blocks).join('\n');
    assert.match(
      said(sampleReport({ files })),
      /sales\.pdf cannot be attached here\. Open the report to download it\./,
    );
    const withoutLink = said(sampleReport({ files, link: null }));
    assert.match(withoutLink, /sales\.pdf cannot be attached here\./);
    assert.doesNotMatch(withoutLink, /download/);
  });

  it('shows totals, what the reader has to know, and which rows the report left out', () => {
    const total = ['All', '2,000'];
    const table = { ...tableOf(SALES), total, more: 8, note: 'The 2 largest of 10 regions' };
    const notes = ['The filter Year no longer applies.'];
    const shown = textsIn(made(sampleReport({ notes, sections: [{ ...SALES, table }] })).blocks);
    assert.ok(shown.includes(notes[0] ?? ''));
    assert.ok(shown.includes('Region  Sales\nNorth   1,200\nSouth     800\nAll     2,000'), shown.join('\n'));
    assert.ok(shown.includes('The 2 largest of 10 regions'));
  });

  it('says the title of a single tile once', () => {
    const shown = textsIn(made(sampleReport({ title: SALES.title, sections: [SALES] })).blocks);
    assert.equal(shown.filter((text) => text === SALES.title).length, 1);
  });

  it('describes a chart that has no table, instead of the image', () => {
    const chart = { kind: 'tile', title: 'Map', image: imageOf('Most are in the north') } as const;
    const shown = textsIn(made(sampleReport({ sections: [chart] })).blocks);
    assert.ok(shown.includes('Most are in the north'));
  });

  it('leaves out rows, then tiles, until Slack takes it, and says how much', () => {
    const message = made(longReport());
    assertAccepted(message);
    const shown = textsIn(message.blocks).join('\n');
    const [, leftOut] = /(\d+) more parts of this report are not shown here/.exec(shown) ?? [];
    const tiles = shown.match(/Tile \d+/g)?.length ?? 0;
    assert.ok(tiles > 5, `${tiles} tiles`);
    assert.equal(Number(leftOut) + tiles, 122);
    assert.match(shown, /5\d\d more rows · 12 more columns/);
  });

  for (const [index, text] of HOSTILE.entries())
    it(`shows a hostile value as it is, and never as markup: number ${index}`, () => {
      const message = made(reportOf(text));
      assertAccepted(message);
      const json = JSON.stringify(message);
      assert.ok(!json.includes('"mrkdwn"') || message.mrkdwn === false);
      assert.doesNotMatch(json, /"type":"mrkdwn"/);
      const links = json.match(/"type":"link","url":"[^"]*"/g);
      assert.deepEqual(links, ['"type":"link","url":"https://app.customer.example/reports?embed=sales"']);
      const plain = [
        message.text,
        ...message.blocks.flatMap((block) => (block.type === 'rich_text' ? [] : textsIn(block))),
      ];
      for (const each of plain) assert.doesNotMatch(each, /[<>]|&(?!(?:amp|lt|gt);)/);
      for (const each of textsIn(message)) assert.doesNotMatch(each, /(?!\n)[\p{Cc}\u2028\u202e\u2066]/u);
      assert.ok(json.isWellFormed());
    });

  it('keeps cells of Arabic in their columns', () => {
    const [cell] = textsIn(made(reportOf('مبيعات')).blocks).filter((text) => text.includes('\u2068'));
    assert.match(cell ?? '', /^\u2068مبيعات\u2069 {2}\u2068مبيعات\u2069\n/);
  });

  it('speaks the language of the report', async () => {
    const message = slackMessage(sampleReport(), await loadDestinationsMessages('de'), { username: null });
    assertAccepted(message);
    assert.ok(textsIn(message.blocks).includes('Bericht öffnen'));
  });
});

const tableOf = ({ table }: TileSection): ReportTable => table ?? { columns: [], rows: [], more: 0 };
const rich = (...elements: readonly object[]) => ({ type: 'rich_text', elements });
const section = (...elements: readonly object[]) => ({ type: 'rich_text_section', elements });
const bold = (text: string) => ({ type: 'text', text, style: { bold: true } });
const imageOf = (alt: string) => ({
  light: Buffer.alloc(1),
  dark: Buffer.alloc(1),
  alt,
  width: 1,
  height: 1,
});
