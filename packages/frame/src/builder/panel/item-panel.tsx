import type { OwnTile, Tile } from '@inlay/charts/tile';
import type { BuilderItem } from '@inlay/content/builder';
import { withKind } from '@inlay/editor/model/change-fields';
import { shapeOf } from '@inlay/editor/model/shape-of';
import { titleVariables, withTotals } from '@inlay/editor/model/title-variables';
import { TitleField } from '@inlay/editor/parts/title-field';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Button } from '@inlay/ui/controls/button';
import type { VNode } from 'preact';
import type { CanvasContext } from '../canvas-context.ts';
import { KindChoice } from './kind-choice.tsx';
import { TextForm } from './text-form.tsx';

interface ItemPanelProps {
  readonly canvas: CanvasContext;
  readonly item: BuilderItem;
}

/** Edits one item next to the canvas. */
export function ItemPanel({ canvas, item }: ItemPanelProps): VNode {
  const { builder, commands, opened } = canvas;
  const messages = builder.messages.value;
  const choose = (work: () => void) => () => {
    opened.editor.select([item.id]);
    work();
  };
  return (
    <>
      {'text' in item ? <TextForm canvas={canvas} item={item} /> : null}
      {'chart' in item ? <ChartForm canvas={canvas} item={item} /> : null}
      {'tile' in item ? <LibraryForm canvas={canvas} item={item} /> : null}
      <div class="bld-panel-tools">
        <Button icon="copy" onClick={choose(commands.duplicate)}>
          {messages.duplicate}
        </Button>
        <Button
          icon="trash"
          onClick={choose(() => {
            commands.remove();
            canvas.panel.value = undefined;
          })}
        >
          {messages.remove}
        </Button>
      </div>
    </>
  );
}

type ChartItem = Extract<BuilderItem, { readonly chart: unknown }>;
type TileItem = Extract<BuilderItem, { readonly tile: string }>;

function ChartForm({ canvas, item }: { readonly canvas: CanvasContext; readonly item: ChartItem }): VNode {
  const { builder } = canvas;
  const messages = builder.messages.value;
  const { chart } = item;
  const dataset = builder.datasets.value.find(({ id }) => id === chart.datasetId);
  const change = (next: OwnTile, about?: string) =>
    canvas.opened.editor.changeItem(
      item.id,
      (now) => ({ ...now, chart: next }) as BuilderItem,
      about && `${item.id}:${about}`,
    );
  return (
    <>
      <TitleField
        label={messages.title}
        value={chart.title}
        messages={builder.editorMessages.value}
        variables={dataset ? titleVariables(chart.query, dataset) : []}
        onChange={(title, variable) => {
          if (title.trim() !== '') change(withTotals({ ...chart, title }, variable), 'title');
        }}
      />
      {dataset ? (
        <KindChoice
          canvas={canvas}
          shape={shapeOf(chart, dataset)}
          chosen={chart.kind}
          onChoose={(kind) => change(withKind(chart, kind, dataset))}
        />
      ) : null}
      {builder.allows('chart-editor') && dataset ? (
        <Button
          variant="primary"
          wide
          onClick={() => {
            canvas.editedChart.value = item.id;
          }}
        >
          {messages.editChart}…
        </Button>
      ) : null}
    </>
  );
}

function LibraryForm({ canvas, item }: { readonly canvas: CanvasContext; readonly item: TileItem }): VNode {
  const { builder, opened } = canvas;
  const messages = builder.messages.value;
  const tiles: readonly Tile[] = [...opened.document.value.tiles, ...builder.data.value.library];
  const tile = tiles.find(({ id }) => id === item.tile);
  const dataset = builder.datasets.value.find(({ id }) => id === tile?.datasetId);
  // The query of a library tile cannot be changed here, so totals are offered only if it has them.
  const variables =
    tile && dataset
      ? titleVariables(tile.query, dataset).filter(({ needsTotals }) => !needsTotals || tile.query.totals)
      : [];
  const makeOwn = () => {
    if (!tile) return;
    const { id: _, visibility: __, ...own } = tile;
    const chart: OwnTile = { ...own, title: item.title ?? tile.title };
    canvas.opened.editor.changeItem(item.id, (now) => {
      const { tile: _tile, title: _title, ...place } = now as TileItem;
      return { ...place, chart };
    });
  };
  return (
    <>
      <p class="ui-field-hint">{messages.fromLibrary({ title: titleOutline(tile?.title ?? item.tile) })}</p>
      <TitleField
        label={messages.ownTitle}
        value={item.title ?? ''}
        messages={builder.editorMessages.value}
        variables={variables}
        placeholder={titleOutline(tile?.title ?? '')}
        onChange={(title) =>
          canvas.opened.editor.changeItem(
            item.id,
            (now) => {
              const { title: _, ...rest } = now as TileItem;
              return title === '' ? rest : { ...rest, title };
            },
            `${item.id}:title`,
          )
        }
      />
      {tile && dataset && builder.allows('chart-editor') ? (
        <Button wide onClick={makeOwn}>
          {messages.makeOwn}
        </Button>
      ) : null}
    </>
  );
}
