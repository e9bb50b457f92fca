import { chartOf, type TileKind } from '@inlay/charts/chart-kinds';
import type { OwnTile } from '@inlay/charts/tile';
import type { BuilderColumn, BuilderDataset } from '@inlay/content/builder';
import type { EditorTexts } from '@inlay/editor/editor-texts';
import { addField, withDefaultSort } from '@inlay/editor/model/change-fields';
import { EMPTY_TILE } from '@inlay/editor/model/finish-tile';
import { proposeKind } from '@inlay/editor/model/propose-kind';
import { isTime, shapeOf } from '@inlay/editor/model/shape-of';
import type { BuilderMessages } from '@inlay/messages/builder';
import { Button } from '@inlay/ui/button';
import { Select } from '@inlay/ui/select';
import { useComputed, useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { newId } from '../edit/new-id.ts';
import type { Workbench } from '../workbench.ts';
import { KindChoice } from './kind-choice.tsx';
import { PreviewChart } from './preview-chart.tsx';

/** A measure and a dimension make a chart: the kind that suits them is drawn at once, the others are one key away. */
export function AskPanel({ bench }: { readonly bench: Workbench }): VNode {
  const { builder, commands } = bench;
  const words = builder.words.value;
  const { datasets } = builder.answer.value;
  const likely = useMemo(() => bench.likelyDataset(), []);
  const wanted =
    datasets.find(({ id }) => id === builder.stage.page.dataset) ?? datasets.find(({ id }) => id === likely);
  const datasetId = useSignal(wanted?.id ?? '');
  const dataset = datasets.find(({ id }) => id === datasetId.value) ?? wanted;
  const measure = useSignal(dataset?.measures[0]?.name ?? '');
  const dimension = useSignal(dataset?.columns.find(isTime)?.name ?? '');
  const kind = useSignal<TileKind | undefined>(undefined);
  const chart = useComputed(() =>
    dataset
      ? chartFor(dataset, measure.value, dimension.value, kind.value, {
          byDimension: words.byDimension,
          grains: builder.editorWords.value.grains,
        })
      : undefined,
  ).value;

  if (!dataset || dataset.measures.length === 0) return <p class="bld-panel-empty">{words.noData}</p>;
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
    bench.reveal(id);
  };
  return (
    <div class="bld-ask">
      {datasets.length > 1 ? (
        <Select
          label={words.dataset}
          value={dataset.id}
          options={datasets.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={choose}
        />
      ) : null}
      <div class="bld-pair">
        <Select
          label={words.measure}
          value={measure.value}
          options={dataset.measures.map(({ name, label }) => ({ value: name, label }))}
          onChange={(name) => {
            measure.value = name;
            kind.value = undefined;
          }}
        />
        <Select
          label={words.dimension}
          value={dimension.value}
          options={[
            { value: '', label: words.noDimension },
            ...dimensionsOf(dataset).map(({ name, label }) => ({ value: name, label })),
          ]}
          onChange={(name) => {
            dimension.value = name;
            kind.value = undefined;
          }}
        />
      </div>
      {chart ? (
        <>
          <PreviewChart bench={bench} chart={chart} />
          <KindChoice
            bench={bench}
            shape={shapeOf(chart.query, dataset)}
            chosen={chart.kind}
            onChoose={(next) => {
              kind.value = next;
            }}
          />
          <Button variant="primary" wide onClick={add}>
            {words.addChart}
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** Times first: a course over time is what is asked most. */
const dimensionsOf = ({ columns }: BuilderDataset): readonly BuilderColumn[] =>
  columns.filter(({ type }) => type !== 'json').toSorted((a, b) => Number(isTime(b)) - Number(isTime(a)));

const MANY = 12;

function chartFor(
  dataset: BuilderDataset,
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
  const chosen = kind ?? proposeKind(shapeOf(tile.query, dataset));
  const grain = tile.query.dimensions[0]?.grain;
  const query = withDefaultSort(chosen, tile.query);
  const ranks = by && !isTime(by) && found.additive && chartOf(chosen).hasOthers;
  const { visibility: _, ...own } = tile;
  return {
    ...own,
    kind: chosen,
    title: !by
      ? found.label
      : grain
        ? `${found.label} ${grains[grain].toLowerCase()}`
        : byDimension({ measure: found.label, dimension: by.label }),
    query: ranks ? { ...query, top: { dimension, by: measure, count: MANY, others: true } } : query,
  };
}
