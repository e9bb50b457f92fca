import type { OwnTile, TileContent } from '@inlay/charts/tile';
import { type EditorBackend, EditorRefusal } from '@inlay/editor/editor-backend';
import { missingOf } from '@inlay/editor/model/finish-tile';
import { TileEditor } from '@inlay/editor/tile-editor';
import { Button } from '@inlay/ui/button';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { modeNow } from '../../stage/mode-now.ts';
import { Picture } from '../render/picture.tsx';
import { Refusal } from '../save/refusal.ts';
import { refusalText } from '../save/refusal-text.ts';
import type { Workbench } from '../workbench.ts';

interface ChartDeskProps {
  readonly bench: Workbench;
  readonly chart: OwnTile;
  readonly onDone: (chart: OwnTile) => void;
  readonly onCancel: () => void;
}

/** The editor of charts, over the canvas: what one does there counts when it is done, as one step to undo. */
export function ChartDesk({ bench, chart, onDone, onCancel }: ChartDeskProps): VNode {
  const { builder } = bench;
  const words = builder.words.value;
  const backend = useMemo(() => backendOf(bench), [bench]);
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
      messages={builder.editorWords.value}
      onChange={(tile) => {
        edited.value = tile;
      }}
      actions={
        <>
          <Button onClick={onCancel}>{words.cancel}</Button>
          <Button variant="primary" disabled={lacks} onClick={done}>
            {words.done}
          </Button>
        </>
      }
    />
  );
}

function backendOf({ builder }: Workbench): EditorBackend {
  const { api, stage, answer } = builder;
  const setting = () => {
    const { filters: _, ...setting } = stage.asked();
    return setting;
  };
  const refused = (error: unknown): never => {
    if (error instanceof Refusal)
      throw new EditorRefusal(error.code ?? 'INTERNAL', refusalText(error, builder.words.value));
    throw error;
  };
  return {
    datasets: async () => answer.value.datasets,
    preview: async ({ visibility: _, ...chart }, signal) =>
      (await api.preview({ chart, ...setting() }, signal).catch(refused)).result,
    values: async (datasetId, column, search, signal) => {
      const asked = { datasetId, column, ...(search && { search }), ...setting() };
      const { values, truncated } = await api.previewValues(asked, signal).catch(refused);
      return { values: values.map(({ value }) => value), truncated };
    },
    render: async ({ visibility: _, ...chart }, _result, { width, height }) => {
      const render = { width: Math.max(1, width), height: Math.max(1, height), mode: modeNow() };
      const asked = { chart: { ...chart, title: chart.title || ' ' }, render, ...setting() };
      const {
        html = '',
        title = '',
        description,
      } = await api.preview(asked, new AbortController().signal).catch(refused);
      return { chart: <Picture html={html} />, title, description };
    },
  };
}
