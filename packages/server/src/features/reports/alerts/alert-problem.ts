import type { Tile } from '@inlay/charts/tile';
import type { AlertCondition } from '@inlay/content/subscription';
import type { FieldProblem } from '@inlay/protocol/shape-errors';

/** What is wrong with an alert on this tile. */
export function alertProblem(tile: Tile, { measure }: AlertCondition): readonly FieldProblem[] {
  const isKnown = tile.query.measures.includes(measure);
  return isKnown ? [] : [{ path: '/alert/measure', problem: 'is not a measure of this tile' }];
}
