import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messages } from '@inlay/messages/emails/en';
import { logoUrl, pngOf } from '../../../../../test/support/mail/sample-logo.ts';
import { readMailLogo } from '../../../src/features/mail/mail-logo.ts';
import { mailColors } from '../../../src/features/mail/mail-look.ts';
import { previewDocument } from '../../../src/features/reports/manage/preview-document.ts';
import type { Report, TileSection } from '../../../src/features/reports/message/report.ts';
import { reportMail } from '../../../src/features/reports/message/report-mail.ts';
import {
  checkedMessage,
  MAX_ATTACHED_BYTES,
  type MailMessage,
} from '../../../src/platform/mail/mail-message.ts';

const look = {
  brand: 'Acme',
  logo: null,
  url: new URL('https://reports.acme.example'),
  messages,
  language: 'en',
  direction: 'ltr',
  timeZone: 'UTC',
  ...mailColors({ light: { accent: '#0b6e4f' }, dark: { accent: '#3fc08d' } }),
} as const;

const UNSUBSCRIBE = 'https://reports.acme.example/unsubscribe?token=abc';
const HOSTILE = '"><img src=x onerror=alert(1)> & <b>Ann</b>';

const chart = (title: string, light = `light ${title}`, dark = `dark ${title}`): TileSection => ({
  kind: 'tile',
  title,
  image: {
    light: Buffer.from(light),
    dark: Buffer.from(dark),
    alt: `Bar chart: ${title}.`,
    width: 520,
    height: 300,
  },
  table: {
    columns: [
      { label: 'Region', isNumber: false },
      { label: 'Revenue', isNumber: true },
    ],
    rows: [
      ['North', '€1'],
      ['South', '€2'],
    ],
    total: ['Total', '€3'],
    more: 4,
    note: 'Showing 2 of 6',
  },
});

const reportOf = (fields: Partial<Report> = {}): Report => ({
  title: 'Sales',
  language: 'en-GB',
  direction: 'ltr',
  filters: ['Region: North'],
  madeAt: '19 November 2026 at 08:00 CET',
  day: '19 Nov 2026',
  sections: [chart('Revenue')],
  leftOut: 0,
  files: [],
  link: 'https://portal.acme.example/sales',
  endsAt: null,
  ...fields,
});

const mailOf = (fields: Partial<Report> = {}, unsubscribeUrl: string | null = UNSUBSCRIBE): MailMessage =>
  checkedMessage(reportMail(reportOf(fields), { to: 'ann@customer.example', look, unsubscribeUrl }));

const imagesOf = ({ html }: MailMessage) => Array.from(html.matchAll(/src="cid:([^"]+)"/g), ([, cid]) => cid);

describe('the email of a report', () => {
  it('has the title and the day as its subject, or what happened', () => {
    assert.equal(mailOf().subject, 'Sales · 19 Nov 2026');
    const { subject, html } = mailOf({ headline: 'Returns are 9.2%, above 8%' });
    assert.equal(subject, 'Returns are 9.2%, above 8%');
    assert.match(html, /<h1[^>]*><bdi>Returns are 9\.2%, above 8%<\/bdi><\/h1>[\s\S]*<bdi>Sales<\/bdi>/);
  });

  it('escapes data and what people wrote', () => {
    const section: TileSection = {
      ...chart(HOSTILE),
      description: HOSTILE,
      note: HOSTILE,
      table: { columns: [{ label: HOSTILE, isNumber: false }], rows: [[HOSTILE]], more: 0, note: HOSTILE },
    };
    const image = section.image && { ...section.image, alt: HOSTILE };
    const { html } = mailOf({
      title: HOSTILE,
      description: HOSTILE,
      headline: HOSTILE,
      filters: [HOSTILE],
      madeAt: HOSTILE,
      notes: [HOSTILE],
      endsAt: HOSTILE,
      sections: [
        { kind: 'text', role: 'chapter', title: HOSTILE, paragraphs: [HOSTILE], source: HOSTILE },
        { kind: 'tile', title: HOSTILE, value: { text: HOSTILE, change: HOSTILE, detail: HOSTILE } },
        { ...section, image },
      ],
      files: [{ filename: HOSTILE, contentType: 'text/csv', content: Buffer.from('a') }],
    });
    assert.doesNotMatch(html, /<img src=x|<b>/);
    assert.equal(html.match(/<img /g)?.length, 2);
    assert.ok(html.includes('&quot;&gt;&lt;img src=x onerror=alert(1)&gt; &amp; &lt;b&gt;Ann'));
  });

  it('keeps values in their lines of the text, without tags and control characters', () => {
    const hostile = 'North\r\n\r\nYour password expires: https://evil.example/\u001b[31m';
    const table = { columns: [{ label: 'Region', isNumber: false }], rows: [[hostile]], more: 0 };
    const { text } = mailOf({ sections: [{ ...chart('Revenue'), table }] });
    const [line = ''] = text.split('\n').filter((each) => each.includes('evil.example'));
    assert.match(line, /^- North\s+Your password expires/);
    assert.doesNotMatch(text, /[^\P{Cc}\n]/u);
    assert.doesNotMatch(text, /<\w/);
  });

  it('has no header but ours, whatever is in the title', () => {
    const { subject, headers } = mailOf({ title: 'Sales\r\nBcc: evil@attacker.example' });
    assert.equal(subject, 'Sales Bcc: evil@attacker.example · 19 Nov 2026');
    assert.deepEqual(headers, {
      'List-Unsubscribe': `<${UNSUBSCRIBE}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('refuses addresses that are not of the web, or too long for a header', () => {
    assert.throws(() => mailOf({}, 'javascript:alert(1)'), TypeError);
    assert.throws(() => mailOf({ link: 'data:text/html,x' }), TypeError);
    assert.throws(() => mailOf({}, `https://a.example/${'x'.repeat(1000)}`), TypeError);
    const { headers } = mailOf({}, 'https://a.example/x>\r\nBcc: b');
    assert.deepEqual(headers?.['List-Unsubscribe'], '<https://a.example/x%3EBcc:%20b>');
  });

  it('says why it came, and how to unsubscribe, in both parts', () => {
    const { html, text } = mailOf();
    const why = 'You received this message because of a subscription to “Sales” at Acme.';
    assert.ok(html.includes(why) && html.includes(`href="${UNSUBSCRIBE}"`));
    assert.ok(text.includes(why) && text.split('\n').includes(UNSUBSCRIBE));
    const test = mailOf({}, null);
    assert.deepEqual([test.headers, test.html.includes('Unsubscribe')], [{}, false]);
  });

  it('links to the page of the host, on a line of its own in the text', () => {
    const { html, text } = mailOf();
    assert.match(html, /<a class="button" href="https:\/\/portal\.acme\.example\/sales"/);
    assert.ok(text.split('\n').includes('https://portal.acme.example/sales'));
    assert.doesNotMatch(mailOf({ link: null }).html, /class="button" href/);
  });

  it('has each image for both modes as a part of the message, with its text alternative', () => {
    const mail = mailOf({ sections: [chart('Revenue'), chart('Orders')] });
    const cids = mail.attachments?.map(({ cid }) => cid);
    assert.deepEqual([...new Set(imagesOf(mail))].sort(), cids?.toSorted());
    assert.equal(cids?.length, 4);
    for (const cid of cids ?? []) assert.match(String(cid), /^[0-9a-f]{32}@charts$/);
    assert.equal(mail.html.match(/alt="Bar chart: Revenue\."/g)?.length, 2);
    assert.match(mail.html, /class="light-image"[\s\S]*class="dark-image" style="display:none/);
  });

  it('loads nothing from elsewhere, and leads nowhere but to the page and to unsubscribe', () => {
    const { html } = mailOf();
    for (const [, address = ''] of html.matchAll(/\ssrc(?:set)?="([^"]*)"/g)) assert.match(address, /^cid:/);
    assert.doesNotMatch(html, /url\(|@import|<(?:script|link|iframe|form|object)\b/i);
    for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g))
      assert.ok([UNSUBSCRIBE, 'https://portal.acme.example/sales'].includes(address), address);
    assert.doesNotMatch(html, /inlay/i);
  });

  it('sends an image once that two charts share, or that is the same in both modes', () => {
    const same = mailOf({ sections: [chart('A', 'same', 'same'), chart('B', 'same', 'same')] });
    assert.equal(same.attachments?.length, 1);
    assert.equal(imagesOf(same).length, 4);
  });

  it('leaves out images that would make it too large, those in dark colors first', () => {
    const large = (title: string, light: number, dark: number): TileSection => {
      const { image, ...section } = chart(title);
      const filled = (size: number, seed: number) => Buffer.alloc(size, seed);
      return image
        ? {
            ...section,
            image: { ...image, light: filled(light, light % 251), dark: filled(dark, dark % 241) },
          }
        : section;
    };
    const part = Math.floor(MAX_ATTACHED_BYTES / 4);
    const mail = mailOf({ sections: [large('A', part, part + 1), large('B', part + 2, part + 3)] });
    assert.deepEqual(
      mail.attachments?.map(({ content }) => content.length),
      [part, part + 2, part + 1],
    );
    const file = { filename: 'a.xlsx', contentType: 'x/y', content: Buffer.alloc(MAX_ATTACHED_BYTES) };
    const full = mailOf({ files: [file] });
    assert.deepEqual([full.attachments?.length, imagesOf(full)], [1, []]);
    assert.ok(full.html.includes('€2'), 'the table is still there');
  });

  it('has the logo in place of the name, also in its preview', () => {
    const logo = readMailLogo(logoUrl(pngOf(100, 64)));
    assert.ok(typeof logo !== 'string');
    const branded = { to: 'ann@customer.example', look: { ...look, logo }, unsubscribeUrl: UNSUBSCRIBE };
    const mail = checkedMessage(reportMail(reportOf(), branded));
    assert.equal(mail.attachments?.[0]?.cid, logo.image.cid);
    assert.match(mail.html, /<img src="cid:[0-9a-f]{32}@logo" width="50" height="32" alt="Acme"/);
    assert.doesNotMatch(mail.html, /class="mark"/);
    assert.equal(mail.text, mailOf().text);
    const shown = previewDocument(mail).html;
    assert.ok(shown.includes(` src="${logoUrl(logo.image.content)}" width="50" height="32" alt="Acme"`));
    const file = { filename: 'a.xlsx', contentType: 'x/y', content: Buffer.alloc(MAX_ATTACHED_BYTES) };
    const full = checkedMessage(reportMail(reportOf({ files: [file] }), branded));
    assert.deepEqual([full.attachments?.length, full.html.includes('class="mark"')], [1, true]);
  });

  it('has light colors in its attributes, and dark ones in the style sheet', () => {
    const { html } = mailOf();
    const [style = ''] = /<style>[\s\S]*<\/style>/.exec(html) ?? [];
    assert.ok(style.includes('prefers-color-scheme: dark') && style.includes('#3fc08d'));
    assert.ok(html.replace(style, '').includes('#0b6e4f'));
    assert.ok(!html.replace(style, '').includes('#3fc08d'));
  });

  it('is mirrored and in the language of the viewer', () => {
    const { html, text } = mailOf({ language: 'ar', direction: 'rtl' });
    assert.match(html, /<html lang="ar" dir="rtl">/);
    assert.match(html, /<td class="cell" align="left"[^>]*><bdi>€1/);
    assert.match(html, /<td class="cell" align="right"[^>]*><bdi>North/);
    assert.match(html, /إلغاء الاشتراك/);
    assert.match(text, /إلغاء الاشتراك/);
  });

  it('writes numbers beside one another, and colors improvements', () => {
    const figure = (title: string, isGood: boolean | undefined): TileSection => ({
      kind: 'tile',
      title,
      value: {
        text: '€1',
        change: 'up 1%',
        detail: 'vs. last year',
        ...(isGood !== undefined && { isGood }),
      },
    });
    const { html, text } = mailOf({
      sections: [figure('A', true), figure('B', false), figure('C', undefined)],
    });
    assert.equal(html.match(/<td class="figure"/g)?.length, 3);
    assert.match(html, /class="good"[\s\S]*class="bad"/);
    assert.match(html, /<td class="figure" colspan="3"/);
    assert.ok(text.includes('A: €1, up 1%, vs. last year'));
  });

  it('writes tables as one line per row in the text', () => {
    const wide = {
      columns: ['Region', 'Revenue', 'Orders'].map((label, index) => ({ label, isNumber: index > 0 })),
      rows: [['North', '€1', '2']],
      more: 0,
    };
    const { text } = mailOf({ sections: [chart('Revenue'), { ...chart('Wide'), table: wide }] });
    assert.ok(text.includes('- North: €1\n- South: €2\n- Total: €3\nShowing 2 of 6'));
    assert.ok(text.includes('- North: Revenue €1, Orders 2'));
    assert.ok(text.includes('Bar chart: Revenue.'));
  });

  it('says what is left out, attached, gone, and when the subscription ends', () => {
    const { html, text, attachments } = mailOf({
      leftOut: 3,
      endsAt: '24 Nov 2026',
      notes: ['A filter is gone.'],
      files: [{ filename: 'Sales.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') }],
    });
    for (const part of [html, text]) {
      assert.match(part, /3 more charts are not in this message/);
      assert.match(part, /This subscription ends on 24 Nov 2026/);
      assert.match(part, /A filter is gone\./);
      assert.match(part, /Attached: Sales\.pdf/);
    }
    assert.equal(attachments?.at(-1)?.filename, 'Sales.pdf');
    assert.equal(attachments?.at(-1)?.cid, undefined);
  });

  it('does not repeat the title of its only tile', () => {
    const { html, text } = mailOf({ title: 'Revenue' });
    assert.doesNotMatch(html, /<h[23]/);
    assert.doesNotMatch(mailOf({ title: 'Revenue', headline: 'Above 8%' }).html, /<h[23]/);
    assert.equal(text.match(/^Revenue$/gm)?.length, 1);
  });

  it('previews its numbers in a list of messages', () => {
    const preview = (fields: Partial<Report>) =>
      /<div style="display:none[^>]*>([^<]*)</.exec(mailOf(fields).html)?.[1];
    const sections = [{ kind: 'tile' as const, title: 'Revenue', value: { text: '€1', change: 'up 1%' } }];
    assert.equal(preview({ sections }), 'Revenue: €1, up 1%');
    assert.equal(preview({ description: 'All regions' }), 'All regions');
    assert.equal(preview({}), 'Bar chart: Revenue.');
    assert.equal(preview({ sections: [] }), 'As of 19 November 2026 at 08:00 CET');
  });
});
