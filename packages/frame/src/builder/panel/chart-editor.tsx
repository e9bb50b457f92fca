import type { OwnTile, TileContent } from '@inlay/charts/tile';
import { type EditorBackend, EditorRefusal } from '@inlay/editor/editor-backend';
import { missingOf } from '@inlay/editor/model/finish-tile';
import { TileEditor } from '@inlay/editor/tile-editor';
import { Button } from '@inlay/ui/controls/button';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { colorMode } from '../../page/color-mode.ts';
import type { CanvasContext } from '../canvas-context.ts';
import { ChartMarkup } from '../render/chart-markup.tsx';
import { Refusal, refusalText } from '../save/refusal.ts';

interface ChartEditorProps {
  readonly canvas: CanvasContext;
  readonly chart: OwnTile;
  readonly onDone: (chart: OwnTile) => void;
  readonly onCancel: () => void;
}

/** The tile editor for one chart of the dashboard. Done applies the changes as one undo step. */
export function ChartEditor({ canvas, chart, onDone, onCancel }: ChartEditorProps): VNode {
  const { builder } = canvas;
  const messages = builder.messages.value;
  const backend = useMemo(() => backendOf(canvas), [canvas]);
  const edited = useSignal<TileContent>(chart);
  const lacks = missingOf(edited.value).length > 0;
  const done = () => {
    const { visibility: _, ...own } = edited.value;
    onDone(own);
  };
  return (
    <TileEditor
      tile={chart}
      backend={backend}
      messages={builder.editorMessages.value}
      onChange={(tile) => {
        edited.value = tile;
      }}
      actions={
        <>
          <Button onClick={onCancel}>{messages.cancel}</Button>
          <Button variant="primary" disabled={lacks} onClick={done}>
            {messages.done}
          </Button>
        </>
      }
    />
  );
}

function backendOf({ builder }: CanvasContext): EditorBackend {
  const { api, context, data } = builder;
  const options = () => {
    const { filters: _, ...options } = context.requestOptions();
    return options;
  };
  const throwRefusal = (error: unknown): never => {
    if (error instanceof Refusal)
      throw new EditorRefusal(error.code ?? 'INTERNAL', refusalText(error, builder.messages.value));
    throw error;
  };
  return {
    datasets: async () => data.value.datasets,
    preview: async ({ visibility: _, ...chart }, signal) =>
      (await api.preview({ chart, ...options() }, signal).catch(throwRefusal)).result,
    dashboards: async () => data.value.dashboards.map(({ id, title }) => ({ id, title })),
    filtersOf: async (id) => (await api.read(id).catch(throwRefusal)).content.filters ?? [],
    values: async (datasetId, column, search, signal) => {
      const request = { datasetId, column, ...(search && { search }), ...options() };
      const { values, truncated } = await api.previewValues(request, signal).catch(throwRefusal);
      return { values: values.map(({ value }) => value), truncated };
    },
    render: async ({ visibility: _, ...chart }, _result, { width, height }) => {
      const render = { width: Math.max(1, width), height: Math.max(1, height), mode: colorMode() };
      const request = { chart: { ...chart, title: chart.title || ' ' }, render, ...options() };
      const {
        html = '',
        title = '',
        description,
        instead,
      } = await api.preview(request, new AbortController().signal).catch(throwRefusal);
      return { chart: <ChartMarkup html={html} />, title, description, instead };
    },
  };
}
