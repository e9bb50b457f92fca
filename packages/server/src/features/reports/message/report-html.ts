import { darkTokens, lightTokens } from '@inlay/charts/theme/tokens';
import { contentAddress, type Html, html, inlineStyle, webAddress } from '../../../platform/render/html.ts';
import { buttonStyle, type MailColors, type MailLook, mailPage } from '../../mail/index.ts';
import type { Report, ReportSection, ReportTable, TextSection, TileSection } from './report.ts';
import { reportMessages } from './report-messages.ts';

/** Content ids of the images that fit into the message. */
export type ImageIds = ReadonlyMap<TileSection, { readonly light: string; readonly dark?: string }>;

interface ReportPage {
  readonly subject: string;
  readonly preview: string;
  readonly images: ImageIds;
  readonly unsubscribeUrl: string | null;
  readonly look: Pick<MailLook, 'brand' | 'light' | 'dark'>;
}

/** A report as the HTML of an email, in the viewer's language. */
export function reportHtml(report: Report, page: ReportPage): string {
  const { language, direction } = report;
  const { subject, preview, look } = page;
  const painting: Painting = { ...page, report, css: styles(look.light, direction) };
  return mailPage(
    { subject, preview, width: 600, sheet: sheet(look), body: bodyOf(painting), footer: footerOf(painting) },
    { ...look, language, direction },
  );
}

interface Painting extends ReportPage {
  readonly report: Report;
  readonly css: Styles;
}

function bodyOf(painting: Painting): Html {
  const { report, css } = painting;
  const { link, files, leftOut, endsAt, notes = [], language } = report;
  const messages = reportMessages(language);
  const number = (count: number) => count.toLocaleString(language);
  const ends = [
    ...(leftOut > 0 ? [messages.leftOut({ count: leftOut, shown: number(leftOut) })] : []),
    ...(endsAt === null ? [] : [messages.endsAt({ date: endsAt })]),
  ];
  return html`${headOf(painting)}
${notes.map((note) => html`<p class="notice" style="${inlineStyle(css.notice)}">${note}</p>`)}
${files.map(({ filename }) => html`<p class="file" style="${inlineStyle(css.file)}">${messages.attached({ file: filename })}</p>`)}
${groupsOf(report.sections).map((group) => groupHtml(group, painting))}
${ends.map((text) => html`<p class="muted" style="${inlineStyle(css.end)}">${text}</p>`)}
${link !== null && html`<p style="${inlineStyle(css.actions)}"><a class="button" href="${webAddress(link)}" style="${inlineStyle(css.button)}">${messages.open}</a></p>`}`;
}

/** What happened or the title, what it is about, when the data was read, and which filters apply. */
function headOf({ report, css }: Painting): Html {
  const { title, headline, description, madeAt, filters, language } = report;
  const { asOf } = reportMessages(language);
  return html`<h1 dir="auto" style="${inlineStyle(css.title)}">${headline ?? title}</h1>
${headline !== undefined && html`<p dir="auto" style="${inlineStyle(css.about)}">${title}</p>`}
${description && html`<p class="muted" dir="auto" style="${inlineStyle(css.description)}">${description}</p>`}
<p class="muted" style="${inlineStyle(css.moment)}">${asOf({ time: madeAt })}</p>
${filters.length > 0 && html`<p style="${inlineStyle(css.filters)}">${filters.map((filter) => html`<span class="filter" style="${inlineStyle(css.filter)}"><bdi>${filter}</bdi></span> `)}</p>`}`;
}

/** Numbers that follow one another stand beside one another. */
type Group = readonly [ReportSection, ...ReportSection[]];

const isFigure = (section: ReportSection): section is TileSection =>
  section.kind === 'tile' && section.value !== undefined;

function groupsOf(sections: readonly ReportSection[]): readonly Group[] {
  const groups: [ReportSection, ...ReportSection[]][] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (last && isFigure(last[0]) && isFigure(section)) last.push(section);
    else groups.push([section]);
  }
  return groups;
}

function groupHtml(group: Group, painting: Painting): Html {
  const { css } = painting;
  const [first] = group;
  if (isFigure(first))
    return html`<div style="${inlineStyle(css.figures)}">${group.map((each) => isFigure(each) && figureHtml(each, painting))}</div>`;
  return first.kind === 'text' ? textHtml(first, painting) : tileHtml(first, painting);
}

function textHtml({ title, paragraphs, isChapter }: TextSection, { css }: Painting): Html {
  const lines = paragraphs.map(
    (line) => html`<p dir="auto" style="${inlineStyle(css.paragraph)}">${line}</p>`,
  );
  if (isChapter)
    return html`<div class="chapter" style="${inlineStyle(css.chapter)}"><h2 dir="auto" style="${inlineStyle(css.chapterTitle)}">${title}</h2>${lines}</div>`;
  return html`<div style="${inlineStyle(css.section)}">${title && html`<h3 dir="auto" style="${inlineStyle(css.sectionTitle)}">${title}</h3>`}${lines}</div>`;
}

function figureHtml({ title, value, note }: TileSection, { css }: Painting): Html {
  const { text = '', change, isGood, detail } = value ?? {};
  const tone = isGood === undefined ? 'muted' : isGood ? 'good' : 'bad';
  return html`<div class="figure" style="${inlineStyle(css.figure)}"><div class="figure-box" style="${inlineStyle(css.figureBox)}">
<div class="muted" dir="auto" style="${inlineStyle(css.figureTitle)}">${title}</div>
<div dir="auto" style="${inlineStyle(css.figureValue)}">${text}</div>
${change && html`<div class="${tone}" dir="auto" style="${inlineStyle(css[tone])}">${change}</div>`}
${(note ?? detail) && html`<div class="muted" dir="auto" style="${inlineStyle(css.figureDetail)}">${note ?? detail}</div>`}
</div></div>`;
}

function tileHtml(section: TileSection, painting: Painting): Html {
  const { report, css } = painting;
  const { title, description, note, table } = section;
  // The message of one tile has its title already.
  const isTitled = report.headline === undefined && report.title === title;
  return html`<div style="${inlineStyle(css.section)}">
${!isTitled && html`<h3 dir="auto" style="${inlineStyle(css.sectionTitle)}">${title}</h3>`}
${description && html`<p class="muted" dir="auto" style="${inlineStyle(css.sectionText)}">${description}</p>`}
${note && html`<p class="note" dir="auto" style="${inlineStyle(css.note)}">${note}</p>`}
${imageHtml(section, painting)}
${table && tableHtml(table, section, painting)}
</div>`;
}

/** Clients without dark mode, or without style sheets, show the light one. */
function imageHtml(section: TileSection, { images, css }: Painting): Html | false {
  const ids = images.get(section);
  const { image } = section;
  if (!ids || !image) return false;
  const { alt, width, height } = image;
  const picture = (id: string) =>
    html`<img src="${contentAddress(id)}" width="${width}" height="${height}" alt="${alt}" style="${inlineStyle(css.image)}">`;
  return html`<div class="${ids.dark === undefined ? '' : 'light-image'}" style="${inlineStyle(css.imageBox)}">${picture(ids.light)}</div>
${ids.dark !== undefined && html`<div class="dark-image" style="${inlineStyle(css.hiddenImage)}">${picture(ids.dark)}</div>`}`;
}

function tableHtml(
  { columns, rows, total, note }: ReportTable,
  { title }: TileSection,
  { report, css }: Painting,
): Html {
  const end = report.direction === 'rtl' ? 'left' : 'right';
  const start = report.direction === 'rtl' ? 'right' : 'left';
  const sideOf = (index: number) => (columns[index]?.isNumber ? end : start);
  const cells = (row: readonly string[], style: string) =>
    row.map(
      (text, index) =>
        html`<td class="cell" align="${sideOf(index)}" style="${inlineStyle(style)}"><bdi>${text}</bdi></td>`,
    );
  return html`<div style="${inlineStyle(css.tableBox)}"><table class="table" aria-label="${title}" width="100%" cellspacing="0" cellpadding="0" border="0" style="${inlineStyle(css.table)}">
<thead><tr>${columns.map(({ label }, index) => html`<th class="muted" scope="col" align="${sideOf(index)}" style="${inlineStyle(css.head)}"><bdi>${label}</bdi></th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${cells(row, css.cell)}</tr>\n`)}
${total && html`<tr>${cells(total, css.total)}</tr>`}
</tbody>
</table></div>
${note && html`<p class="muted" style="${inlineStyle(css.tableNote)}">${note}</p>`}`;
}

function footerOf({ report, look, unsubscribeUrl, css }: Painting): Html {
  const { title, language } = report;
  const messages = reportMessages(language);
  const unsubscribe =
    unsubscribeUrl !== null &&
    html`<br><a class="muted" href="${webAddress(unsubscribeUrl)}" style="${inlineStyle(css.unsubscribe)}">${messages.unsubscribe}</a>`;
  return html`${messages.why({ title, tenant: look.brand })}${unsubscribe}`;
}

type Styles = ReturnType<typeof styles>;

/** Mail clients know no logical properties. */
const styles = (colors: MailColors, direction: Report['direction']) => {
  const { text, muted, line, track } = colors;
  const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right'];
  return {
    title: 'margin:0;font-size:24px;line-height:1.3;font-weight:650;letter-spacing:-0.01em',
    about: 'margin:6px 0 0;font-weight:600',
    description: `margin:6px 0 0;font-size:15px;color:${muted}`,
    moment: `margin:8px 0 0;font-size:13px;color:${muted}`,
    filters: 'margin:10px 0 0;line-height:30px',
    filter: `display:inline-block;margin-${end}:4px;padding:3px 10px;border-radius:20px;background:${track};font-size:13px;line-height:18px`,
    notice: `margin:16px 0 0;padding:10px 14px;border-${start}:3px solid ${lightTokens.warning};background:${track};font-size:14px`,
    file: `margin:20px 0 0;padding:12px 16px;border:1px solid ${line};border-radius:9px;font-size:14px;font-weight:600;overflow-wrap:anywhere`,
    chapter: `margin:32px 0 0;padding:24px 0 0;border-top:1px solid ${line}`,
    chapterTitle: 'margin:0;font-size:19px;line-height:1.35;font-weight:650',
    section: 'margin:28px 0 0',
    sectionTitle: 'margin:0 0 4px;font-size:16px;line-height:1.4;font-weight:650',
    sectionText: `margin:0;font-size:13px;color:${muted}`,
    paragraph: 'margin:8px 0 0;font-size:15px',
    note: `margin:8px 0 0;padding:12px 14px;border-radius:9px;background:${track};font-size:14px`,
    figures: 'margin:22px -5px 0;font-size:0',
    figure: 'display:inline-block;width:33.3%;min-width:150px;vertical-align:top;font-size:16px',
    figureBox: `margin:6px 5px;padding:12px 14px;border:1px solid ${line};border-radius:10px`,
    figureTitle: `font-size:13px;line-height:1.4;color:${muted}`,
    figureValue: 'margin:2px 0 0;font-size:24px;line-height:1.3;font-weight:650;letter-spacing:-0.01em',
    figureDetail: `font-size:12px;line-height:1.4;color:${muted}`,
    good: `font-size:13px;line-height:1.4;font-weight:600;color:${lightTokens.good}`,
    bad: `font-size:13px;line-height:1.4;font-weight:600;color:${lightTokens.bad}`,
    muted: `font-size:13px;line-height:1.4;color:${muted}`,
    imageBox: 'margin:12px 0 0',
    hiddenImage: 'display:none;max-height:0;margin:12px 0 0;overflow:hidden;mso-hide:all',
    image: `display:block;width:100%;max-width:520px;height:auto;border:0;font-size:13px;color:${muted}`,
    tableBox: 'margin:12px 0 0;overflow-x:auto',
    table: `width:100%;border-collapse:collapse;font-size:13px;line-height:1.4;color:${text}`,
    head: `padding:6px 0 6px;padding-${end}:12px;border-bottom:1px solid ${line};font-size:12px;font-weight:600;color:${muted};vertical-align:bottom`,
    cell: `padding:6px 0;padding-${end}:12px;border-bottom:1px solid ${line};vertical-align:top`,
    total: `padding:6px 0;padding-${end}:12px;border-bottom:1px solid ${line};font-weight:650;vertical-align:top`,
    tableNote: `margin:6px 0 0;font-size:12px;color:${muted}`,
    end: `margin:24px 0 0;font-size:14px;color:${muted}`,
    actions: 'margin:28px 0 0',
    button: buttonStyle(colors),
    unsubscribe: `color:${muted};text-decoration:underline`,
  };
};

const sheet = ({ dark }: Pick<MailLook, 'dark'>): string => `
.figure { min-width: 0 !important; }
@media (max-width: 480px) {
  .card { padding: 24px 16px !important; }
  .figure { width: 50% !important; }
}
@media (prefers-color-scheme: dark) {
  .light-image { display: none !important; }
  .dark-image { display: block !important; max-height: none !important; }
  .filter, .note, .notice { background: ${dark.track} !important; }
  .notice { border-color: ${darkTokens.warning} !important; }
  .chapter, .file, .figure-box { border-color: ${dark.line} !important; }
  .table { color: ${dark.text} !important; }
  .cell, .table .muted { border-color: ${dark.line} !important; }
  .good { color: ${darkTokens.good} !important; }
  .bad { color: ${darkTokens.bad} !important; }
}
`;
