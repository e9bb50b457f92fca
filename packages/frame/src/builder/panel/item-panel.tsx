import type { OwnTile, Tile } from '@inlay/charts/tile';
import type { BuilderItem } from '@inlay/content/builder';
import { withUsualOrder } from '@inlay/editor/model/change-fields';
import { shapeOf } from '@inlay/editor/model/shape-of';
import { titleOffers, withTotals } from '@inlay/editor/model/title-offers';
import { TitleField } from '@inlay/editor/parts/title-field';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import type { VNode } from 'preact';
import { ToolButton } from '../parts/tool-button.tsx';
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
        <ToolButton glyph="copy" label={words.duplicate} wide onPress={choose(commands.duplicate)} />
        <ToolButton
          glyph="trash"
          label={words.remove}
          wide
          onPress={choose(() => {
            commands.remove();
            bench.panel.value = undefined;
          })}
        />
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
        words={builder.editorWords.value}
        offers={dataset ? titleOffers(chart.query, dataset) : []}
        onChange={(title, offer) => {
          if (title.trim() !== '') change(withTotals({ ...chart, title }, offer), 'title');
        }}
      />
      {dataset ? (
        <KindChoice
          bench={bench}
          shape={shapeOf(chart.query, dataset)}
          chosen={chart.kind}
          onChoose={(kind) => change({ ...chart, kind, query: withUsualOrder(kind, chart.query) })}
        />
      ) : null}
      {builder.allows('chart-editor') && dataset ? (
        <button
          type="button"
          class="ui-button ui-button-primary bld-full"
          onClick={() => {
            bench.desk.value = item.id;
          }}
        >
          {words.editChart}…
        </button>
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
  const offers =
    tile && dataset
      ? titleOffers(tile.query, dataset).filter(({ needsTotals }) => !needsTotals || tile.query.totals)
      : [];
  const makeOwn = () => {
    if (!tile) return;
    const { id: _, visibility: __, ...own } = tile;
    const chart: OwnTile = { ...own, title: item.title ?? tile.title };
    bench.changeItem(item.id, ({ id, x, y, w, h }) => ({ id, x, y, w, h, chart }));
  };
  return (
    <>
      <p class="bld-hint">{words.fromLibrary({ title: titleOutline(tile?.title ?? item.tile) })}</p>
      <TitleField
        label={words.ownTitle}
        value={item.title ?? ''}
        words={builder.editorWords.value}
        offers={offers}
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
        <button type="button" class="ui-button bld-full" onClick={makeOwn}>
          {words.makeOwn}
        </button>
      ) : null}
    </>
  );
}
