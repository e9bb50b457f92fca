import type { QueryResult } from '@inlay/protocol/result';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../../api/api.ts';
import { asApiError } from '../../../api/api-error.ts';
import { useMessages } from '../../../messages.ts';
import { contextOf, emptyContext } from '../../../parts/form/context-draft.ts';
import type { DraftDataset } from './draft-dataset.ts';
import type { ProposedTile } from './propose-dashboard.ts';

interface TilePreviewProps {
  readonly connectionId: string;
  readonly tile: ProposedTile;
  readonly datasets: readonly DraftDataset[];
  /** Of the grid. */
  readonly rows: number;
}

const ROW_HEIGHT = 34;

/** A proposed tile with the numbers that it will show. */
export function TilePreview({ connectionId, tile, datasets, rows }: TilePreviewProps): VNode {
  const t = useMessages('start').dashboard;
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<ComponentChildren>();
  const { chart } = tile;
  const dataset = datasets.find(({ id }) => id === chart.datasetId);
  const isRelated = chart.query.dimensions.some(({ column }) => isOfRelated(column, dataset));
  const height = rows * ROW_HEIGHT;
  useEffect(() => {
    if (!dataset || isRelated) return undefined;
    const request = new AbortController();
    const draw = async () => {
      const { source, columns, measures } = dataset;
      const body = {
        dataset: { connectionId, source, columns, measures, segmented: false },
        query: chart.query,
        context: contextOf(emptyContext),
      };
      const [{ drawChart }, { answer, refusal }] = await Promise.all([
        import('../../../charts/draw-chart.tsx'),
        api.post('/datasets/try', { body, signal: request.signal }),
      ]);
      const width = box.current?.clientWidth ?? 0;
      const result = answer?.result as QueryResult | undefined;
      const picture = result && (await drawChart(chart, result, { width, height }));
      if (!request.signal.aborted) setDrawn(picture ? picture.chart : (refusal ?? ''));
    };
    draw().catch((error) => {
      if (!request.signal.aborted) setDrawn(asApiError(error).message);
    });
    return () => request.abort();
  }, [JSON.stringify(chart), dataset?.measures.length]);
  return (
    <div ref={box} class="start-chart" style={{ height: isRelated ? undefined : `${height}px` }}>
      {isRelated ? <p class="ui-muted ui-small">{t.later}</p> : (drawn ?? <Skeleton lines={1} />)}
    </div>
  );
}

const isOfRelated = (column: string, dataset: DraftDataset | undefined): boolean =>
  !dataset?.columns.some(({ name }) => name === column);
