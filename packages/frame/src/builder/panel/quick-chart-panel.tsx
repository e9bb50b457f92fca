import { chartOf, type TileKind } from '@inlay/charts/chart-kinds';
import type { OwnTile } from '@inlay/charts/tile';
import type { EditorColumn, EditorDataset } from '@inlay/editor/editor-backend';
import type { EditorTexts } from '@inlay/editor/editor-texts';
import { addField, withKind } from '@inlay/editor/model/change-fields';
import { EMPTY_TILE } from '@inlay/editor/model/finish-tile';
import { proposeKind } from '@inlay/editor/model/propose-kind';
import { isTime, shapeOf } from '@inlay/editor/model/shape-of';
import { FieldSelect } from '@inlay/editor/parts/field-select';
import type { BuilderMessages } from '@inlay/messages/builder';
import { Button } from '@inlay/ui/controls/button';
import { Select } from '@inlay/ui/controls/select';
import { useComputed, useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { CanvasContext } from '../canvas-context.ts';
import { newId } from '../edit/new-id.ts';
import { KindChoice } from './kind-choice.tsx';
import { PreviewChart } from './preview-chart.tsx';

/** Builds a chart from a measure and a dimension, with the best kind preselected. */
export function QuickChartPanel({ canvas }: { readonly canvas: CanvasContext }): VNode {
  const { builder, commands } = canvas;
  const messages = builder.messages.value;
  // Others only describe those: customers of orders.
  const datasets = builder.datasets.value.filter(({ measures }) => measures.length > 0);
  const likelyDataset = useMemo(() => canvas.likelyDataset(), []);
  const initialDataset =
    datasets.find(({ id }) => id === builder.context.page.dataset) ??
    datasets.find(({ id }) => id === likelyDataset) ??
    datasets[0];
  const datasetId = useSignal(initialDataset?.id ?? '');
  const dataset = datasets.find(({ id }) => id === datasetId.value) ?? initialDataset;
  const measure = useSignal(dataset?.measures[0]?.name ?? '');
  const dimension = useSignal(dataset?.columns.find(isTime)?.name ?? '');
  const kind = useSignal<TileKind | undefined>(undefined);
  const chart = useComputed(() =>
    dataset
      ? chartFor(dataset, measure.value, dimension.value, kind.value, {
          byDimension: messages.byDimension,
          grains: builder.editorMessages.value.grains,
        })
      : undefined,
  ).value;

  if (!dataset) return <p class="bld-panel-empty">{messages.noData}</p>;
  const choose = (id: string) => {
    const next = datasets.find((each) => each.id === id);
    datasetId.value = id;
    measure.value = next?.measures[0]?.name ?? '';
    dimension.value = next?.columns.find(isTime)?.name ?? '';
    kind.value = undefined;
  };
  const add = () => {
    if (!chart) return;
    const id = newId();
    commands.add([{ id, x: 0, y: 0, ...chartOf(chart.kind).size, chart }]);
    canvas.reveal(id);
  };
  return (
    <div class="bld-quick-chart">
      {datasets.length > 1 ? (
        <Select
          label={messages.dataset}
          value={dataset.id}
          options={datasets.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={choose}
        />
      ) : null}
      <div class="bld-pair">
        <FieldSelect
          label={messages.measure}
          value={measure.value}
          fields={dataset.measures}
          onChange={(name) => {
            measure.value = name;
            kind.value = undefined;
          }}
        />
        <FieldSelect
          label={messages.dimension}
          value={dimension.value}
          none={messages.noDimension}
          fields={dimensionsOf(dataset)}
          onChange={(name) => {
            dimension.value = name;
            kind.value = undefined;
          }}
        />
      </div>
      {chart ? (
        <>
          <PreviewChart canvas={canvas} chart={chart} />
          <KindChoice
            canvas={canvas}
            shape={shapeOf(chart, dataset)}
            chosen={chart.kind}
            onChoose={(next) => {
              kind.value = next;
            }}
          />
          <Button variant="primary" wide onClick={add}>
            {messages.addChart}
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** Dates first: charts over time are the most common. */
const dimensionsOf = ({ columns }: EditorDataset): readonly EditorColumn[] =>
  columns.filter(({ type }) => type !== 'json').toSorted((a, b) => Number(isTime(b)) - Number(isTime(a)));

const TOP_COUNT = 12;

function chartFor(
  dataset: EditorDataset,
  measure: string,
  dimension: string,
  kind: TileKind | undefined,
  { byDimension, grains }: Pick<BuilderMessages, 'byDimension'> & Pick<EditorTexts, 'grains'>,
): OwnTile | undefined {
  const found = dataset.measures.find(({ name }) => name === measure);
  if (!found) return undefined;
  const by = dataset.columns.find(({ name }) => name === dimension);
  let tile = addField({ ...EMPTY_TILE, datasetId: dataset.id }, { role: 'measure', name: measure }, dataset);
  if (by) tile = addField(tile, { role: 'dimension', name: dimension }, dataset);
  const chosen = kind ?? proposeKind(shapeOf(tile, dataset));
  const grain = tile.query.dimensions[0]?.grain;
  const { visibility: _, ...own } = withKind(tile, chosen, dataset);
  const { query } = own;
  const isRanking = by && !isTime(by) && found.additive && chartOf(chosen).hasOthers;
  return {
    ...own,
    title: !by
      ? found.label
      : grain
        ? `${found.label} ${grains[grain].replace(/^./, (letter) => letter.toLowerCase())}`
        : byDimension({ measure: found.label, dimension: by.label }),
    query: isRanking ? { ...query, top: { dimension, by: measure, count: TOP_COUNT, others: true } } : query,
  };
}
