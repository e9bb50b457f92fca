import { webAddress } from '../../../platform/render/html.ts';
import type { Report, ReportSection, ReportTable, TileSection } from './report.ts';
import { reportMessages } from './report-messages.ts';

/** A report as plain text: for readers without HTML, and for channels that show text alone. */
export function reportText(report: Report): string {
  const { title, headline, description, madeAt, filters, notes = [], sections, files, leftOut } = report;
  const { language, endsAt, link } = report;
  const messages = reportMessages(language);
  const parts = [
    headline,
    title,
    description,
    [messages.asOf({ time: madeAt }), ...filters.map((filter) => `${messages.filters}: ${filter}`)].join(
      '\n',
    ),
    ...notes,
    ...files.map(({ filename }) => messages.attached({ file: filename })),
    ...sections.map((section) => sectionText(section, title)),
    leftOut > 0 && messages.leftOut({ count: leftOut, shown: leftOut.toLocaleString(language) }),
    endsAt !== null && messages.endsAt({ date: endsAt }),
    // On a line of its own, so that clients make it a link.
    link !== null && `${messages.open}:\n${webAddress(link)}`,
  ];
  return parts
    .filter((part) => typeof part === 'string')
    .filter((part) => part !== '')
    .map(plainLines)
    .join('\n\n');
}

function sectionText(section: ReportSection, title: string): string {
  if (section.kind === 'tile') return tileText(section, title);
  const { role, paragraphs, source } = section;
  const own = section.title ?? '';
  const head = role === 'chapter' ? underlined(own) : own;
  return [head, ...paragraphs, source ?? ''].filter((part) => part !== '').join('\n\n');
}

function tileText(section: TileSection, title: string): string {
  const { description, value, image, table, note } = section;
  const figure = [value?.text, value?.change, value?.detail].filter((part) => part !== undefined).join(', ');
  if (value) return `${section.title}: ${figure}${note === undefined ? '' : `\n${note}`}`;
  return [
    section.title === title ? undefined : section.title,
    description,
    note,
    image?.alt,
    table && tableText(table),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n');
}

/** One line per row, with names for its values: columns would not line up in most fonts, nor for screen readers. */
function tableText({ columns, rows, total, note }: ReportTable): string {
  const lineOf = (row: readonly string[]) => {
    const [first = '', ...others] = row.map(oneLine);
    const isShort = columns.length === 2;
    const named = others.flatMap((text, index) => {
      if (text === '') return [];
      return isShort ? [text] : [`${oneLine(columns[index + 1]?.label ?? '')} ${text}`];
    });
    return named.length === 0 ? `- ${first}` : `- ${first}: ${named.join(', ')}`;
  };
  return [...rows.map(lineOf), ...(total ? [lineOf(total)] : []), ...(note === undefined ? [] : [note])].join(
    '\n',
  );
}

const underlined = (title: string): string => `${title}\n${'-'.repeat(Math.min(60, [...title].length))}`;

/** A value may hold line breaks, and look like text of ours. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

/** Line breaks stay; everything else that a terminal or client could interpret does not. */
const plainLines = (text: string): string =>
  text.replaceAll(/[\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/[^\P{Cc}\n]+/gu, ' ');
