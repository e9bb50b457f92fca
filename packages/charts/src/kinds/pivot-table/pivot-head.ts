import type { FlatHead } from '../../flat-table.ts';
import type { Locale } from '../../format/locale.ts';
import { cornerLabel, spanLabel } from './labels.ts';
import type { Member, PivotTable } from './read-pivot.ts';

export interface PivotHeadCell extends FlatHead {
  readonly kind: 'corner' | 'span' | 'member' | 'measure';
  /** Whether a subtotal or total is below it. */
  readonly isTotal: boolean;
  /** Whether a column of members starts here, not only another measure of one. */
  readonly isFirst: boolean;
}

/** The header rows: what the table shows, a row per column dimension, and the measures if there are several. */
export function pivotHead(
  table: PivotTable,
  labelOf: (member: Member) => string,
  locale: Locale,
): readonly (readonly PivotHeadCell[])[] {
  const { measures, columns, columnDimensions } = table;
  const levels = columnDimensions.length;
  const width = measures.length;
  const all: PivotHeadCell[][] = [];
  if (levels > 0)
    all.push([
      {
        kind: 'span',
        label: spanLabel(table),
        start: 1,
        columns: columns.length * width,
        rows: 1,
        isTotal: false,
        isFirst: false,
      },
    ]);
  for (let level = 1; level <= levels; level += 1)
    all.push(
      membersAt(table, level).map(({ member, isTotal, start, count }) => ({
        kind: 'member',
        label: isTotal ? locale.messages.total : labelOf(member),
        start: 1 + start * width,
        columns: count * width,
        rows: isTotal ? levels - member.depth : 1,
        isTotal,
        isFirst: true,
      })),
    );
  if (width > 1 || levels === 0)
    all.push(
      columns.flatMap(({ depth }, place) =>
        measures.map((measure, index) => ({
          kind: 'measure',
          label: measure.label,
          start: 1 + place * width + index,
          columns: 1,
          rows: 1,
          isTotal: depth < levels,
          isFirst: index === 0,
        })),
      ),
    );
  const corner: PivotHeadCell = {
    kind: 'corner',
    label: cornerLabel(table),
    start: 0,
    columns: 1,
    rows: all.length,
    isTotal: false,
    isFirst: false,
  };
  return all.map((cells, index) => (index === 0 ? [corner, ...cells] : cells));
}

interface MemberSpan {
  readonly member: Member;
  readonly isTotal: boolean;
  readonly start: number;
  readonly count: number;
}

/** The members of one level with their columns. The total of a group starts one level below its name. */
function membersAt({ columns }: PivotTable, level: number): readonly MemberSpan[] {
  const spans: MemberSpan[] = [];
  columns.forEach((column, start) => {
    if (column.depth < level - 1) return;
    const isTotal = column.depth === level - 1;
    const member = ancestorAt(column, level);
    const last = spans.at(-1);
    if (last?.member === member && !isTotal) spans[spans.length - 1] = { ...last, count: last.count + 1 };
    else spans.push({ member, isTotal, start, count: 1 });
  });
  return spans;
}

function ancestorAt(member: Member, depth: number): Member {
  return member.depth <= depth || member.parent === undefined ? member : ancestorAt(member.parent, depth);
}
