import { loadRowsMessages } from '@inlay/messages/rows';
import type { ChartItem, ChartMark } from '@inlay/ui/marks/read-marks';
import { render } from 'preact';
import type { PageContext } from '../page/page-context.ts';
import type { TileView } from '../tile/tile-view.tsx';
import { RowsDialog } from './rows-dialog.tsx';
import { type RowsOf, rowsOfMark } from './rows-of-mark.ts';
import { selectCells } from './select-cells.ts';

/** Opens the rows behind a mark of a chart, or behind one of its values. */
export function openRowsOfMark(
  context: PageContext,
  view: TileView,
  mark: ChartMark,
  item: ChartItem | undefined,
): void {
  const data = mark.element.ownerSVGElement?.dataset.rows;
  const rows = data && rowsOfMark(JSON.parse(data), (item ?? mark).rows, item?.name);
  if (rows) void openRows(context, view, rows, mark.label);
}

/** Lets cells of a table open their rows. */
export function openRowsOfCells(context: PageContext, view: TileView): void {
  selectCells(view.element, context.locale.messages().seeRows, (rows, cell) => {
    const name = cell.closest('tr')?.querySelector('th')?.textContent;
    void openRows(context, view, rows, name || undefined);
  });
}

/** Opens the rows behind a mark or a cell. The focus goes back to where it was. */
export async function openRows(
  context: PageContext,
  view: TileView,
  rows: RowsOf,
  label?: string,
): Promise<void> {
  const texts = await loadRowsMessages(context.locale.lang());
  const box = document.createElement('div');
  document.body.append(box);
  const close = () => {
    render(null, box);
    box.remove();
  };
  render(
    <RowsDialog
      context={context}
      view={view}
      rows={rows}
      title={label === undefined ? view.tile.title : `${view.tile.title}: ${label}`}
      texts={texts}
      onClose={close}
    />,
    box,
  );
}
