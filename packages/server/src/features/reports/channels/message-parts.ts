import type { DestinationsMessages } from '@inlay/messages/destinations';
import type { Report, ReportTable, ReportValue } from '../message/report.ts';
import { plainLine } from './plain-line.ts';

/** More do not fit beside each other in a chat. */
export const MAX_COLUMNS = 8;

/** The columns that a chat shows, and how much of the table it does not. */
export function visibleTable(
  table: ReportTable,
  texts: DestinationsMessages,
): { readonly shown: ReportTable; readonly left: readonly string[] } {
  const { columns, more, note } = table;
  const hidden = Math.max(0, columns.length - MAX_COLUMNS);
  const rowsLeft = more > 0 ? [texts.moreRows({ count: more })] : [];
  return {
    shown: { ...table, columns: columns.slice(0, MAX_COLUMNS) },
    left: [
      ...(note === undefined ? rowsLeft : [plainLine(note, 300)]),
      ...(hidden > 0 ? [texts.moreColumns({ count: hidden })] : []),
    ],
  };
}

/** What a message says at its end: filters, time, what is missing, and whose rights it has. */
export function closingLines(
  { filters, madeAt, leftOut, files, link, endsAt }: Report,
  texts: DestinationsMessages,
  username: string | null,
): readonly string[] {
  const names = files.map(({ filename }) => plainLine(filename, 100)).join(', ');
  const attached = { count: files.length, names: plainLine(names, 400) };
  return [
    ...(leftOut > 0 ? [texts.leftOut({ count: leftOut })] : []),
    ...(files.length > 0 ? [link === null ? texts.filesWithoutLink(attached) : texts.files(attached)] : []),
    ...(filters.length > 0 ? [plainLine(filters.map((each) => plainLine(each, 200)).join(' · '), 1000)] : []),
    texts.madeAt({ time: madeAt }),
    ...(username === null ? [] : [texts.setUpBy({ username: plainLine(username, 200) })]),
    ...(endsAt === null ? [] : [texts.endsAt({ time: endsAt })]),
  ];
}

/** How a value has changed, and since when. */
export const changeText = ({ change, detail }: ReportValue): string =>
  [change, detail].flatMap((part) => (part === undefined ? [] : [plainLine(part, 150)])).join(' · ');
