import type { OwnTile, Tile } from '@inlay/charts/tile';
import type { BuilderItem } from '@inlay/content/builder';
import { withDefaultSort } from '@inlay/editor/model/change-fields';
import { shapeOf } from '@inlay/editor/model/shape-of';
import { titleVariables, withTotals } from '@inlay/editor/model/title-variables';
import { TitleField } from '@inlay/editor/parts/title-field';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Button } from '@inlay/ui/button';
import type { VNode } from 'preact';
import type { Workbench } from '../workbench.ts';
import { KindChoice } from './kind-choice.tsx';
import { TextForm } from './text-form.tsx';

interface ItemPanelProps {
  readonly bench: Workbench;
  readonly item: BuilderItem;
}

/** What may be changed of one item without leaving the canvas. */
export function ItemPanel({ bench, item }: ItemPanelProps): VNode {
  const { builder, commands, opened } = bench;
  const words = builder.words.value;
  const choose = (work: () => void) => () => {
    opened.editor.select([item.id]);
    work();
  };
  return (
    <>
      {'text' in item ? <TextForm bench={bench} item={item} /> : null}
      {'chart' in item ? <ChartForm bench={bench} item={item} /> : null}
      {'tile' in item ? <LibraryForm bench={bench} item={item} /> : null}
      <div class="bld-panel-tools">
        <Button icon="copy" onClick={choose(commands.duplicate)}>
          {words.duplicate}
        </Button>
        <Button
          icon="trash"
          onClick={choose(() => {
            commands.remove();
            bench.panel.value = undefined;
          })}
        >
          {words.remove}
        </Button>
      </div>
    </>
  );
}

type ChartItem = Extract<BuilderItem, { readonly chart: unknown }>;
type TileItem = Extract<BuilderItem, { readonly tile: string }>;

function ChartForm({ bench, item }: { readonly bench: Workbench; readonly item: ChartItem }): VNode {
  const { builder } = bench;
  const words = builder.words.value;
  const { chart } = item;
  const dataset = builder.answer.value.datasets.find(({ id }) => id === chart.datasetId);
  const change = (next: OwnTile, about?: string) =>
    bench.changeItem(
      item.id,
      (now) => ({ ...now, chart: next }) as BuilderItem,
      about && `${item.id}:${about}`,
    );
  return (
    <>
      <TitleField
        label={words.title}
        value={chart.title}
        messages={builder.editorWords.value}
        variables={dataset ? titleVariables(chart.query, dataset) : []}
        onChange={(title, variable) => {
          if (title.trim() !== '') change(withTotals({ ...chart, title }, variable), 'title');
        }}
      />
      {dataset ? (
        <KindChoice
          bench={bench}
          shape={shapeOf(chart.query, dataset)}
          chosen={chart.kind}
          onChoose={(kind) => change({ ...chart, kind, query: withDefaultSort(kind, chart.query) })}
        />
      ) : null}
      {builder.allows('chart-editor') && dataset ? (
        <Button
          variant="primary"
          wide
          onClick={() => {
            bench.desk.value = item.id;
          }}
        >
          {words.editChart}…
        </Button>
      ) : null}
    </>
  );
}

function LibraryForm({ bench, item }: { readonly bench: Workbench; readonly item: TileItem }): VNode {
  const { builder, opened } = bench;
  const words = builder.words.value;
  const tiles: readonly Tile[] = [...opened.document.value.tiles, ...builder.answer.value.library];
  const tile = tiles.find(({ id }) => id === item.tile);
  const dataset = builder.answer.value.datasets.find(({ id }) => id === tile?.datasetId);
  // The question of a library's tile is not one's own to change: it has totals or it has not.
  const variables =
    tile && dataset
      ? titleVariables(tile.query, dataset).filter(({ needsTotals }) => !needsTotals || tile.query.totals)
      : [];
  const makeOwn = () => {
    if (!tile) return;
    const { id: _, visibility: __, ...own } = tile;
    const chart: OwnTile = { ...own, title: item.title ?? tile.title };
    bench.changeItem(item.id, ({ id, x, y, w, h }) => ({ id, x, y, w, h, chart }));
  };
  return (
    <>
      <p class="ui-field-hint">{words.fromLibrary({ title: titleOutline(tile?.title ?? item.tile) })}</p>
      <TitleField
        label={words.ownTitle}
        value={item.title ?? ''}
        messages={builder.editorWords.value}
        variables={variables}
        placeholder={titleOutline(tile?.title ?? '')}
        onChange={(title) =>
          bench.changeItem(
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
          {words.makeOwn}
        </Button>
      ) : null}
    </>
  );
}
