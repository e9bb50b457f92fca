import type { ExportFormat } from '@inlay/protocol/frame-messages';
import { IconButton } from '@inlay/ui/icon-button';
import { type MenuItem, openMenu } from '@inlay/ui/menu';
import { render, type VNode } from 'preact';
import { downloadFile } from '../export/download-file.ts';
import { makeExport } from '../export/make-export.ts';
import type { Stage } from '../stage/stage.ts';
import type { TileView } from './tile-view.tsx';

/** Table view, full screen and downloads of one tile, in the place that the page keeps free for them. */
export function showTools(stage: Stage, view: TileView): void {
  const place = toolsOf(view.element);
  const again = () => render(<Tools stage={stage} view={view} onChange={again} />, place);
  again();
  view.element.onfullscreenchange = again;
}

interface ToolsProps {
  readonly stage: Stage;
  readonly view: TileView;
  readonly onChange: () => void;
}

function Tools({ stage, view, onChange }: ToolsProps): VNode {
  const words = stage.speech.words();
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
      {stage.allows('table') && !tile.isTable && !tile.isCompact ? (
        <IconButton
          icon={asTable ? 'chart' : 'table'}
          label={asTable ? words.chart : words.table}
          pressed={asTable}
          onClick={toggleTable}
        />
      ) : null}
      {stage.allows('full-screen') && document.fullscreenEnabled && !tile.isCompact ? (
        <IconButton
          icon={full ? 'shrink' : 'expand'}
          label={full ? words.leaveFullScreen : words.fullScreen}
          onClick={() => void (full ? document.exitFullscreen() : element.requestFullscreen())}
        />
      ) : null}
      {stage.allows('export') ? (
        <IconButton
          icon="more"
          label={`${words.more}: ${tile.title}`}
          opens="menu"
          onClick={({ currentTarget }) => openMenu(currentTarget, words.more, itemsOf(stage, view))}
        />
      ) : null}
    </>
  );
}

function itemsOf(stage: Stage, view: TileView): readonly MenuItem[] {
  const words = stage.speech.words();
  const download = (format: ExportFormat) =>
    downloadFile(
      stage,
      format,
      format === 'xlsx' || format === 'pdf'
        ? view.serverFile(format)
        : makeExport([view], format, view.tile.title),
      view.tile.id,
    );
  const item = (format: ExportFormat, name: string): MenuItem => ({
    label: words.download({ name }),
    onChoose: () => void download(format),
  });
  const drawn = view.picture() === undefined ? [] : [item('png', words.picture), item('svg', words.vector)];
  return [
    item('xlsx', 'Excel'),
    item('csv', 'CSV'),
    item('json', 'JSON'),
    ...drawn,
    item('pdf', 'PDF'),
    { label: words.print, apart: true, onChoose: () => print() },
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
