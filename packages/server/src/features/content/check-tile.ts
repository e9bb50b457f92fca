import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { OwnTile } from '@inlay/protocol/tile';

export function checkTile({ query, options = {} }: OwnTile, at = ''): readonly FieldProblem[] {
  const asks = query.dimensions.length + query.measures.length;
  return [
    ...(asks === 0 ? [{ path: `${at}/query`, problem: 'must ask for a dimension or a measure' }] : []),
    ...(options.thresholds ?? []).flatMap(({ from, to }, index) =>
      from !== undefined && to !== undefined && from > to
        ? [{ path: `${at}/options/thresholds/${index}/to`, problem: 'must not be below from' }]
        : [],
    ),
  ];
}
