import type { CellsOf, MarkOf } from '@inlay/charts/parts/cell-marks';
import type { RowsOf } from './rows-of-mark.ts';

const CELLS = 'tr[data-mark-of] > :is(td, th)';

/**
 * Makes the cells of a table selectable: by click and tap, and with one tab stop, arrow keys and Enter. Buttons and links
 * inside of cells keep working.
 */
export function selectCells(
  element: HTMLElement,
  label: string | undefined,
  onSelect: (rows: RowsOf, cell: HTMLTableCellElement) => void,
): void {
  const cellOf = ({ target }: Event) =>
    target instanceof Element && !target.closest('a, button')
      ? target.closest<HTMLTableCellElement>(CELLS)
      : null;
  const select = (event: Event): boolean => {
    const cell = cellOf(event);
    const rows = cell && rowsOfCell(cell);
    if (!cell || !rows) return false;
    onSelect(rows, cell);
    return true;
  };
  const prepare = () => {
    const table = element.querySelector<HTMLElement>('table[data-cells]');
    if (!table || table.querySelector(`${CELLS}[tabindex]`)) return;
    if (label !== undefined) table.ariaDescription = label;
    for (const body of table.querySelectorAll('tbody')) body.style.cursor = 'pointer';
    const first = table.querySelector<HTMLElement>(CELLS);
    if (first) first.tabIndex = 0;
  };
  element.addEventListener('click', select);
  element.addEventListener('keydown', (event) => {
    const cell = cellOf(event);
    if (!cell || cell !== event.target) return;
    if (event.key === 'Enter' || event.key === ' ') {
      if (select(event)) event.preventDefault();
      return;
    }
    const next = nextCell(cell, event.key);
    if (!next) return;
    event.preventDefault();
    cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  prepare();
  new MutationObserver(prepare).observe(element, { childList: true, subtree: true });
}

function nextCell(cell: HTMLTableCellElement, key: string): HTMLElement | undefined {
  const row = cell.parentElement as HTMLTableRowElement;
  const rtl = getComputedStyle(cell).direction === 'rtl';
  const aside = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1 }[key];
  if (aside !== undefined) return row.cells[cell.cellIndex + aside];
  const down = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (down === undefined) return undefined;
  const rows = [...(row.closest('table')?.querySelectorAll<HTMLTableRowElement>('tr[data-mark-of]') ?? [])];
  const shown = rows.filter((each) => !each.hidden);
  return shown[shown.indexOf(row) + down]?.cells[cell.cellIndex];
}

/** From the markup of a table: its rows and its columns of cells say what they show. */
function rowsOfCell(cell: HTMLTableCellElement): RowsOf | undefined {
  const ofRow = cell.closest<HTMLElement>('tr[data-mark-of]')?.dataset.markOf;
  const ofCells = cell.closest<HTMLElement>('table')?.dataset.cells;
  if (ofRow === undefined || ofCells === undefined) return undefined;
  const { measure, mark }: CellsOf = JSON.parse(ofCells)[cell.cellIndex] ?? {};
  const own: MarkOf = JSON.parse(ofRow);
  return { mark: { ...own, ...mark } as RowsOf['mark'], ...(measure !== undefined && { measure }) };
}
