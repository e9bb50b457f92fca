import type { CellsOf, MarkOf } from '@inlay/charts/parts/cell-marks';
import type { RowsOf } from './rows-of-mark.ts';

/** From the markup of a table: its rows and its columns of cells say what they show. */
export function rowsOfCell(cell: HTMLTableCellElement): RowsOf | undefined {
  const ofRow = cell.closest<HTMLElement>('tr[data-mark-of]')?.dataset.markOf;
  const ofCells = cell.closest<HTMLElement>('table')?.dataset.cells;
  if (ofRow === undefined || ofCells === undefined) return undefined;
  const { measure, mark }: CellsOf = JSON.parse(ofCells)[cell.cellIndex] ?? {};
  const own: MarkOf = JSON.parse(ofRow);
  return { mark: { ...own, ...mark } as RowsOf['mark'], ...(measure !== undefined && { measure }) };
}
