import type { ReportTable } from '../message/report.ts';
import { plainLine } from './plain-line.ts';

/** Of a line; clients wrap longer ones. */
const MAX_WIDTH = 96;
const MAX_CELL = 32;
const MIN_CELL = 6;
const GAP = '  ';

/** A table as aligned text, for clients that show it in a font of equal widths. */
export function monospaceTable({ columns, rows, total }: ReportTable): string {
  const widest = Math.min(MAX_CELL, Math.floor(MAX_WIDTH / columns.length) - GAP.length);
  const limit = Math.max(MIN_CELL, widest);
  const lines = [columns.map(({ label }) => label), ...rows, ...(total ? [total] : [])].map((row) =>
    columns.map((_, index) => plainLine(row[index] ?? '', limit)),
  );
  const widths = columns.map((_, index) => Math.max(...lines.map((cells) => widthOf(cells[index] ?? ''))));
  return lines
    .map((cells) =>
      columns
        .map(({ isNumber }, index) => {
          const cell = cells[index] ?? '';
          const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf(cell)));
          return isNumber ? `${space}${isolated(cell)}` : `${isolated(cell)}${space}`;
        })
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** In columns: CJK takes two, marks none. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : NARROW.test(character) ? 0 : 1;
  return width;
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}！-｠]/u;
const NARROW = /[\p{M}\p{Cf}]/u;

/** Keeps a cell in Arabic or Hebrew from reordering the columns beside it (Unicode Standard Annex #9, isolates). */
const isolated = (cell: string): string => (RIGHT_TO_LEFT.test(cell) ? `\u2068${cell}\u2069` : cell);

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
