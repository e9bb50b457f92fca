import type { BuilderItem } from '@inlay/content/builder';
import { Button } from '@inlay/ui/controls/button';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { setChart } from '../../tile/set-chart.ts';
import { chartSizeOf, gridMetrics } from '../canvas/grid-metrics.ts';
import { isNarrow } from '../canvas/is-narrow.ts';
import type { CanvasContext } from '../canvas-context.ts';
import { refusalText } from '../save/refusal.ts';
import { type RenderedChart, renderKeyOf } from './rendered-charts.ts';

interface TileBoxProps {
  readonly canvas: CanvasContext;
  readonly item: Exclude<BuilderItem, { readonly text: string }>;
}

type State = 'waiting' | 'busy' | 'rendered' | 'failed';

/** On a phone, a chart is as tall as at this width. */
const REFERENCE_WIDTH = 1200;

/**
 * The chart of an item. It is requested when it comes near the viewport; the previous one stays until the next
 * arrives.
 */
export function TileBox({ canvas, item }: TileBoxProps): VNode {
  const { builder, opened, width } = canvas;
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<RenderedChart>(undefined);
  const near = useSignal(false);
  const state = useSignal<State>('waiting');
  const problem = useSignal('');
  const tries = useSignal(0);
  const filters = opened.filters.value;
  const controls = opened.controls.value;
  const messages = builder.messages.value;
  const wide = width.value;

  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        near.value = true;
        observer.disconnect();
      },
      { rootMargin: '480px' },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!near.value || wide === 0) return;
    const control = new AbortController();
    const size = isNarrow()
      ? { ...chartSizeOf(item, gridMetrics(REFERENCE_WIDTH, false)), width: Math.max(160, wide - 32) }
      : chartSizeOf(item, gridMetrics(wide, false));
    const request = { ...builder.context.requestOptions(), item, filters, controls, size };
    const rendered = opened.charts.render(request, control.signal);
    if (!rendered) return;
    if (state.value !== 'waiting') state.value = 'busy';
    rendered.then(
      (made) => {
        if (control.signal.aborted || !box.current) return;
        // Every save renders again, mostly from the cache.
        if (shown.current !== made) setChart(box.current, made.html);
        shown.current = made;
        canvas.setRenderedHead(item.id, made);
        state.value = 'rendered';
      },
      (error) => {
        if (control.signal.aborted) return;
        box.current?.replaceChildren();
        shown.current = undefined;
        problem.value = refusalText(error, messages);
        state.value = 'failed';
      },
    );
    return () => control.abort();
  }, [
    near.value,
    renderKeyOf(item),
    filters,
    controls,
    opened.saveCount.value,
    messages,
    tries.value,
    wide,
    item.w,
    item.h,
  ]);

  const note = shown.current?.unfiltered;
  return (
    <>
      <div
        class="inlay-chart-box"
        ref={box}
        aria-busy={state.value === 'waiting' || state.value === 'busy'}
      />
      {state.value === 'waiting' ? <div class="bld-skeleton" /> : null}
      {state.value === 'failed' ? (
        <div class="inlay-failure bld-failure" role="status">
          <strong>{messages.failed}</strong>
          <span>{problem.value}</span>
          <Button
            onClick={() => {
              state.value = 'waiting';
              tries.value++;
            }}
          >
            {messages.retry}
          </Button>
        </div>
      ) : null}
      {note ? (
        <p class="inlay-unfiltered" dir="auto" title={note}>
          {note}
        </p>
      ) : null}
    </>
  );
}
