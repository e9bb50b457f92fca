import { memberKey } from '@inlay/protocol/member-key';
import { memberTest, selectMembers } from '../../data/select-members.ts';
import { joinKeys } from '../../parts/focus.ts';
import type { PivotProps } from './options.ts';
import { type Member, type PivotTable, pathOf } from './read-pivot.ts';

/** Which members the focus of the tile highlights, with those of further dimensions within them. */
export function highlightedMembers(
  { tile, result, locale }: PivotProps,
  { rowDimensions, columnDimensions, rows, columns }: PivotTable,
): (member: Member) => boolean {
  const lit = new Set<Member>();
  const sides = [
    { dimensions: rowDimensions, members: rows },
    { dimensions: columnDimensions, members: columns },
  ];
  for (const selection of tile.focus?.highlight ?? []) {
    const selected = selectMembers(selection, result, locale);
    if (!selected || 'pivoted' in selected) continue;
    const isSelected = memberTest(selection, selected.dimension, locale);
    for (const { dimensions, members } of sides) {
      const depth = dimensions.indexOf(selected.dimension) + 1;
      if (depth === 0) continue;
      for (const member of members) {
        const own = pathOf(member)[depth - 1];
        if (own && !own.isOthers && isSelected(own.value)) lit.add(member);
      }
    }
  }
  return (member) => lit.has(member);
}

export const keyOfMember = (member: Member): string =>
  joinKeys(['row', ...pathOf(member).map(({ value, isOthers }) => (isOthers ? '*' : memberKey(value)))]);
