import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { loadDestinationsMessages } from '@inlay/messages/destinations';
import { teamsMessage } from '@inlay/server/features/reports/channels/teams-message';
import type { Report } from '@inlay/server/features/reports/message/report';
import { Errors } from 'typebox/schema';
import { SALES, sampleReport } from '../../../../../../test/support/reports/sample-report.ts';
import { HOSTILE, longReport, reportOf } from './hostile-report.ts';
import { textsIn } from './texts-in.ts';

const schema = JSON.parse(readFileSync(new URL('./schemas/teams-message.json', import.meta.url), 'utf8'));
const texts = await loadDestinationsMessages('en');
const made = (report: Report) => teamsMessage(report, texts, { username: 'ann@customer.example' });
const cardOf = (report: Report) => made(report).attachments[0].content;
const assertAccepted = (message: ReturnType<typeof made>) => {
  assert.deepEqual(Errors(schema, message)[1], []);
  assert.ok(Buffer.byteLength(JSON.stringify(message)) <= 28 * 1024, 'Teams refuses it');
};

describe('a message for Teams', () => {
  it('is a card with title, values, tables, link, filters and time', () => {
    assertAccepted(made(sampleReport()));
    const card = cardOf(sampleReport());
    assert.deepEqual(textsIn(card.body), [
      'Sales overview',
      'What was sold, and where',
      'Returns',
      'Share of orders that came back',
      '9.2%',
      'up 16% · vs. last year',
      'Sales by region',
      'Region',
      'Sales',
      'North',
      '1,200',
      'South',
      '800',
      'Note',
      'Numbers are preliminary.',
      'Source: ERP',
      'Region: North · Year: 2026',
      'Data as of November 19, 2026 at 8:00 AM GMT+1',
      'Set up by ann@customer.example',
    ]);
    assert.deepEqual(card.actions, [
      {
        type: 'Action.OpenUrl',
        title: 'Open report',
        url: 'https://app.customer.example/reports?embed=sales',
      },
    ]);
  });

  it('says in its notification what happened, if it is an alert', () => {
    assert.equal(cardOf(sampleReport({ headline: 'Returns are 9.2%' })).fallbackText, 'Returns are 9.2%');
  });

  it('reads from right to left', () => {
    const card = cardOf(sampleReport({ language: 'ar', direction: 'rtl' }));
    assert.equal(card.rtl, true);
    assert.equal(card.lang, 'ar');
  });

  it('says the title of a single tile once', () => {
    const shown = textsIn(cardOf(sampleReport({ title: SALES.title, sections: [SALES] })).body);
    assert.equal(shown.filter((text) => text === SALES.title).length, 1);
  });

  it('says that a file cannot be attached, and where it is', () => {
    const files = ['a.csv', 'b.csv'].map((filename) => ({
      filename,
      contentType: 'text/csv',
      content: Buffer.from('x'),
    }));
    const shown = textsIn(cardOf(sampleReport({ files })).body).join('\n');
    assert.match(shown, /a\.csv, b\.csv cannot be attached here\. Open the report to download them\./);
  });

  it('leaves out rows, then tiles, until Teams takes it, and says how much', () => {
    const message = made(longReport());
    assertAccepted(message);
    const shown = textsIn(message).join('\n');
    const [, leftOut] = /(\d+) more parts of this report are not shown here/.exec(shown) ?? [];
    const tiles = shown.match(/Tile \d+/g)?.length ?? 0;
    assert.ok(tiles > 3, `${tiles} tiles`);
    assert.equal(Number(leftOut) + tiles, 122);
  });

  for (const [index, text] of HOSTILE.entries())
    it(`shows a hostile value as it is, and never as markup: number ${index}`, () => {
      const message = made(reportOf(text));
      assertAccepted(message);
      const json = JSON.stringify(message);
      // The elements whose texts are Markdown.
      assert.doesNotMatch(json, /"type":"(?:TextBlock|FactSet|Media|Image)"/);
      const addresses = json.match(/"url":"[^"]*"/g);
      assert.deepEqual(addresses, ['"url":"https://app.customer.example/reports?embed=sales"']);
      for (const each of textsIn(message)) assert.doesNotMatch(each, /[\p{Cc}\u2028\u202e\u2066]/u);
      assert.ok(json.isWellFormed());
    });
});
