import { chartOf } from '@inlay/charts/chart-kinds';
import type { OwnTile } from '@inlay/charts/tile';
import { statesValues, titleOutline } from '@inlay/protocol/parse-narrative';
import { Button } from '@inlay/ui/controls/button';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { CanvasContext } from '../canvas-context.ts';
import { ChartMarkup } from '../render/chart-markup.tsx';
import type { RenderedChart } from '../render/rendered-charts.ts';
import { refusalText } from '../save/refusal.ts';

const HEIGHTS = { compact: 96, other: 200 };

/** Previews a chart that is not on the canvas yet, with real data and the viewer's row rules. */
export function PreviewChart({
  canvas,
  chart,
}: {
  readonly canvas: CanvasContext;
  readonly chart: OwnTile;
}): VNode {
  const { builder, opened } = canvas;
  const messages = builder.messages.value;
  const { isCompact } = chartOf(chart.kind);
  const box = useRef<HTMLDivElement>(null);
  const shown = useSignal<RenderedChart | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const busy = useSignal(true);
  const tries = useSignal(0);

  useEffect(() => {
    const control = new AbortController();
    busy.value = true;
    const item = { id: 'preview', x: 0, y: 0, w: 1, h: 1, chart };
    const size = {
      width: Math.max(160, box.current?.clientWidth ?? 0),
      height: isCompact ? HEIGHTS.compact : HEIGHTS.other,
    };
    const filters = opened.filters.value;
    const request = {
      ...builder.context.requestOptions(),
      item,
      filters,
      controls: opened.controls.value,
      size,
    };
    const isCurrent = () => {
      if (control.signal.aborted) return false;
      busy.value = false;
      return true;
    };
    opened.charts.render(request, control.signal)?.then(
      (rendered) => {
        if (!isCurrent()) return;
        shown.value = rendered;
        problem.value = undefined;
      },
      (error) => {
        if (!isCurrent()) return;
        shown.value = undefined;
        problem.value = refusalText(error, messages);
      },
    );
    return () => control.abort();
  }, [chart, tries.value]);

  return (
    <figure class="bld-preview" aria-busy={busy.value}>
      <figcaption dir="auto">
        {statesValues(chart.title) ? shown.value?.title || titleOutline(chart.title) : chart.title}
      </figcaption>
      <div class="bld-preview-box" ref={box} data-compact={isCompact ? '' : undefined}>
        {shown.value === undefined ? (
          problem.value ? (
            <div class="inlay-failure" role="status">
              <span>{problem.value}</span>
              <Button
                onClick={() => {
                  problem.value = undefined;
                  tries.value++;
                }}
              >
                {messages.retry}
              </Button>
            </div>
          ) : (
            <div class="bld-skeleton" />
          )
        ) : (
          <ChartMarkup html={shown.value.html} />
        )}
      </div>
    </figure>
  );
}
