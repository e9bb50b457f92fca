import { darkTokens, lightTokens } from '@inlay/charts/theme/tokens';
import {
  attributes,
  contentAddress,
  type Html,
  html,
  inlineStyle,
  webAddress,
} from '../../../platform/render/html.ts';
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
  readonly look: Pick<MailLook, 'brand' | 'logo' | 'light' | 'dark'>;
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
  return html`<h1 style="${inlineStyle(css.title)}"><bdi>${headline ?? title}</bdi></h1>
${headline !== undefined && html`<p style="${inlineStyle(css.about)}"><bdi>${title}</bdi></p>`}
${description && html`<p class="muted" style="${inlineStyle(css.description)}"><bdi>${description}</bdi></p>`}
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
  const [first] = group;
  if (isFigure(first)) return figuresHtml(group.filter(isFigure), painting);
  return first.kind === 'text' ? textHtml(first, painting) : tileHtml(first, painting);
}

/** The heading of a section: one level below that of a tab or step, if there are any. */
function headingHtml(title: string, { report, css }: Painting): Html {
  const hasChapters = report.sections.some((each) => each.kind === 'text' && each.role === 'chapter');
  const text = html`<bdi>${title}</bdi>`;
  return hasChapters
    ? html`<h3 style="${inlineStyle(css.sectionTitle)}">${text}</h3>`
    : html`<h2 style="${inlineStyle(css.sectionTitle)}">${text}</h2>`;
}

function textHtml(section: TextSection, painting: Painting): Html {
  const { title, paragraphs, role, source } = section;
  const { css } = painting;
  const lines = html`${paragraphs.map((line) => html`<p dir="auto" style="${inlineStyle(css.paragraph)}">${line}</p>`)}`;
  const origin = source && html`<p class="muted" style="${inlineStyle(css.source)}"><bdi>${source}</bdi></p>`;
  if (role === 'chapter')
    return html`<div class="chapter" style="${inlineStyle(css.chapter)}"><h2 style="${inlineStyle(css.chapterTitle)}"><bdi>${title}</bdi></h2>${lines}${origin}</div>`;
  const name = title && headingHtml(title, painting);
  if (role === 'advice')
    return html`<div class="advice" style="${inlineStyle(css.advice)}">${name}${lines}</div>${origin}`;
  return html`<div style="${inlineStyle(css.text)}">${name}${lines}${origin}</div>`;
}

/** Two beside one another on every screen, as a table: its cells have one height. */
function figuresHtml(figures: readonly TileSection[], painting: Painting): Html {
  const { css } = painting;
  const pairs = figures.flatMap((figure, index) =>
    index % 2 === 0 ? [[figure, ...figures.slice(index + 1, index + 2)]] : [],
  );
  return html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="${inlineStyle(css.figures)}">${pairs.map(
    (pair) =>
      html`<tr>${pair.map((figure, index) => html`${index > 0 && html`<td width="4%" style="${inlineStyle(css.gap)}">&nbsp;</td>`}${figureCell(figure, pair.length, painting)}`)}</tr>
<tr><td height="12" style="${inlineStyle(css.gap)}">&nbsp;</td></tr>\n`,
  )}</table>`;
}

function figureCell({ title, value, note }: TileSection, ofRow: number, { css }: Painting): Html {
  const { text = '', change, isGood, detail } = value ?? {};
  const tone = isGood === undefined ? 'muted' : isGood ? 'good' : 'bad';
  const below = note ?? detail;
  const span = attributes({ colspan: ofRow === 1 && 3, width: ofRow > 1 && '48%' });
  return html`<td class="figure"${span} valign="top" style="${inlineStyle(css.figure)}">
<div class="muted" style="${inlineStyle(css.figureTitle)}"><bdi>${title}</bdi></div>
<div class="figure-value" style="${inlineStyle(css.figureValue)}"><bdi>${text}</bdi></div>
${change && html`<div class="${tone}" style="${inlineStyle(css[tone])}"><bdi>${change}</bdi></div>`}
${below && html`<div class="muted" style="${inlineStyle(css.figureDetail)}"><bdi>${below}</bdi></div>`}
</td>`;
}

function tileHtml(section: TileSection, painting: Painting): Html {
  const { report, css } = painting;
  const { title, description, note, table } = section;
  // The message of one tile has its title already.
  const isTitled = report.title === title;
  return html`<div style="${inlineStyle(css.section)}">
${!isTitled && headingHtml(title, painting)}
${description && html`<p class="muted" style="${inlineStyle(css.sectionText)}"><bdi>${description}</bdi></p>`}
${note && html`<p class="note" style="${inlineStyle(css.note)}"><bdi>${note}</bdi></p>`}
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
  const gapAfter = (index: number) => (index === columns.length - 1 ? 0 : 12);
  const cells = (row: readonly string[], weight: number) =>
    row.map(
      (text, index) =>
        html`<td class="cell" align="${sideOf(index)}" style="${inlineStyle(css.cell(gapAfter(index), weight))}"><bdi>${text}</bdi></td>`,
    );
  return html`<div style="${inlineStyle(css.tableBox)}"><table class="table" aria-label="${title}" width="100%" cellspacing="0" cellpadding="0" border="0" style="${inlineStyle(css.table)}">
<thead><tr>${columns.map(({ label }, index) => html`<th class="muted" scope="col" align="${sideOf(index)}" style="${inlineStyle(css.head(gapAfter(index)))}"><bdi>${label}</bdi></th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${cells(row, 400)}</tr>\n`)}
${total && html`<tr>${cells(total, 650)}</tr>`}
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
  const { text, muted, line, track, accent } = colors;
  const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right'];
  return {
    title: 'margin:0;font-size:24px;line-height:1.3;font-weight:650',
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
    text: 'margin:20px 0 0',
    advice: `margin:20px 0 0;padding:12px 16px;border-${start}:3px solid ${accent};border-radius:3px;background:${track}`,
    source: `margin:14px 0 0;font-size:13px;color:${muted}`,
    sectionTitle: 'margin:0 0 4px;font-size:16px;line-height:1.4;font-weight:650',
    sectionText: `margin:0;font-size:13px;color:${muted}`,
    paragraph: 'margin:8px 0 0;font-size:15px',
    note: `margin:8px 0 0;padding:12px 14px;border-radius:9px;background:${track};font-size:14px`,
    figures: 'width:100%;margin:24px 0 0;border-collapse:separate;table-layout:fixed',
    figure: `padding:12px;border:1px solid ${line};border-radius:10px`,
    gap: 'padding:0;font-size:1px;line-height:12px',
    figureTitle: `font-size:13px;line-height:1.4;color:${muted}`,
    figureValue: 'margin:2px 0 0;font-size:24px;line-height:1.3;font-weight:650',
    figureDetail: `font-size:12px;line-height:1.4;color:${muted}`,
    good: `font-size:13px;line-height:1.4;font-weight:600;color:${lightTokens.good}`,
    bad: `font-size:13px;line-height:1.4;font-weight:600;color:${lightTokens.bad}`,
    muted: `font-size:13px;line-height:1.4;color:${muted}`,
    imageBox: 'margin:12px 0 0',
    hiddenImage: 'display:none;max-height:0;margin:12px 0 0;overflow:hidden;mso-hide:all',
    image: `display:block;width:100%;max-width:520px;height:auto;border:0;font-size:13px;color:${muted}`,
    tableBox: 'margin:12px 0 0;overflow-x:auto',
    table: `width:100%;border-collapse:collapse;font-size:13px;line-height:1.4;color:${text}`,
    head: (gap: number) =>
      `padding:6px 0;padding-${end}:${gap}px;border-bottom:1px solid ${line};font-size:12px;font-weight:600;color:${muted};vertical-align:bottom`,
    cell: (gap: number, weight: number) =>
      `padding:6px 0;padding-${end}:${gap}px;border-bottom:1px solid ${line};font-weight:${weight};vertical-align:top`,
    tableNote: `margin:6px 0 0;font-size:12px;color:${muted}`,
    end: `margin:24px 0 0;font-size:14px;color:${muted}`,
    actions: 'margin:28px 0 0',
    button: buttonStyle(colors),
    unsubscribe: `color:${muted};text-decoration:underline`,
  };
};

const sheet = ({ dark }: Pick<MailLook, 'dark'>): string => `
@media (max-width: 480px) {
  .card { padding: 24px 16px !important; }
  .table { font-size: 12px !important; }
  .figure-value { font-size: 19px !important; }
}
@media (prefers-color-scheme: dark) {
  .light-image { display: none !important; }
  .dark-image { display: block !important; max-height: none !important; }
  .advice { border-color: ${dark.accent} !important; }
  .advice, .filter, .note, .notice { background: ${dark.track} !important; }
  .notice { border-color: ${darkTokens.warning} !important; }
  .chapter, .file, .figure { border-color: ${dark.line} !important; }
  .table { color: ${dark.text} !important; }
  .cell, .table .muted { border-color: ${dark.line} !important; }
  .good { color: ${darkTokens.good} !important; }
  .bad { color: ${darkTokens.bad} !important; }
}
`;
