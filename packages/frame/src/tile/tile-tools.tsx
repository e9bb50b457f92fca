import type { ExportFormat } from '@inlay/protocol/frame-messages';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { type MenuItem, openMenu } from '@inlay/ui/overlays/menu';
import { render, type VNode } from 'preact';
import { downloadFile } from '../export/download-file.ts';
import { makeExport } from '../export/lazy-export.ts';
import { subscribe } from '../page/lazy-subscriptions.ts';
import type { PageContext } from '../page/page-context.ts';
import { canSeeRows, loadRows } from './can-see-rows.ts';
import type { TileView } from './tile-view.tsx';

/** Table view, full screen and downloads of a tile. */
export function showTools(context: PageContext, view: TileView): void {
  const place = toolsOf(view.element);
  const again = () => render(<Tools context={context} view={view} onChange={again} />, place);
  again();
  view.element.onfullscreenchange = again;
}

interface ToolsProps {
  readonly context: PageContext;
  readonly view: TileView;
  readonly onChange: () => void;
}

function Tools({ context, view, onChange }: ToolsProps): VNode {
  const messages = context.locale.messages();
  const { element, tile } = view;
  const asTable = element.classList.contains('inlay-as-table');
  const full = document.fullscreenElement === element;
  const toggleTable = () => {
    element.classList.toggle('inlay-as-table');
    const numbers = element.querySelector<HTMLElement>('.inlay-data');
    if (numbers) numbers.tabIndex = asTable ? -1 : 0;
    onChange();
  };
  return (
    <>
      {context.allows('table') && !tile.isTable && !tile.isCompact ? (
        <IconButton
          icon={asTable ? 'chart' : 'table'}
          label={asTable ? messages.chart : messages.table}
          pressed={asTable}
          onClick={toggleTable}
        />
      ) : null}
      {context.allows('full-screen') && document.fullscreenEnabled && !tile.isCompact ? (
        <IconButton
          icon={full ? 'shrink' : 'expand'}
          label={full ? messages.leaveFullScreen : messages.fullScreen}
          onClick={() => void (full ? document.exitFullscreen() : element.requestFullscreen())}
        />
      ) : null}
      {context.allows('export') || context.allows('subscriptions') || canSeeRows(context, view) ? (
        <IconButton
          icon="more"
          label={`${messages.more}: ${tile.title}`}
          opens="menu"
          onClick={({ currentTarget }) => openMenu(currentTarget, messages.more, itemsOf(context, view))}
        />
      ) : null}
    </>
  );
}

function itemsOf(context: PageContext, view: TileView): readonly MenuItem[] {
  const messages = context.locale.messages();
  const download = (format: ExportFormat) =>
    downloadFile(
      context,
      format,
      format === 'xlsx' || format === 'pdf'
        ? view.serverFile(format)
        : makeExport([view], format, view.tile.title),
      view.tile.id,
    );
  const item = (format: ExportFormat, name: string): MenuItem => ({
    label: messages.download({ name }),
    onChoose: () => void download(format),
  });
  const drawn =
    view.chart() === undefined ? [] : [item('png', messages.picture), item('svg', messages.vector)];
  const rows = canSeeRows(context, view)
    ? [
        {
          label: messages.seeRows,
          onChoose: () => void loadRows().then(({ openRows }) => openRows(context, view, { mark: {} })),
        },
      ]
    : [];
  const mine = context.allows('subscriptions')
    ? [
        {
          label: messages.subscribe,
          apart: true,
          onChoose: () => subscribe(context, view.element, view.tile.id),
        },
      ]
    : [];
  if (!context.allows('export')) return [...rows, ...mine];
  return [
    ...rows,
    item('xlsx', 'Excel'),
    item('csv', 'CSV'),
    item('json', 'JSON'),
    ...drawn,
    item('pdf', 'PDF'),
    ...mine,
    { label: messages.print, apart: true, onChoose: () => print() },
  ];
}

function toolsOf(element: HTMLElement): Element {
  const rendered = element.querySelector('.inlay-tools');
  if (rendered) return rendered;
  const made = document.createElement('div');
  made.className = 'inlay-tools';
  (element.querySelector('.inlay-tile-head') ?? element).append(made);
  return made;
}
