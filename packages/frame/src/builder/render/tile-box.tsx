import type { BuilderItem } from '@inlay/content/builder';
import { Button } from '@inlay/ui/button';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { setPicture } from '../../tile/set-picture.ts';
import { chartSizeOf, gridMetrics } from '../canvas/grid-metrics.ts';
import { isNarrow } from '../canvas/is-narrow.ts';
import { refusalText } from '../save/refusal-text.ts';
import type { Workbench } from '../workbench.ts';
import { drawnOf, type RenderedChart } from './rendered-charts.ts';

interface TileBoxProps {
  readonly bench: Workbench;
  readonly item: Exclude<BuilderItem, { readonly text: string }>;
}

type State = 'waiting' | 'busy' | 'rendered' | 'failed';

/** On a phone a chart is as tall as it would be on a wide screen. */
const SOME_WIDTH = 1200;

/** The chart of an item: asked for when it comes near the screen, kept while the next one is on its way. */
export function TileBox({ bench, item }: TileBoxProps): VNode {
  const { builder, opened, width } = bench;
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<RenderedChart>(undefined);
  const near = useSignal(false);
  const state = useSignal<State>('waiting');
  const problem = useSignal('');
  const tries = useSignal(0);
  const filters = opened.filters.value;
  const controls = opened.controls.value;
  const words = builder.words.value;
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
      ? { ...chartSizeOf(item, gridMetrics(SOME_WIDTH, false)), width: Math.max(160, wide - 32) }
      : chartSizeOf(item, gridMetrics(wide, false));
    const question = { ...builder.stage.asked(), item, filters, controls, size };
    const rendered = opened.charts.render(question, control.signal);
    if (!rendered) return;
    if (state.value !== 'waiting') state.value = 'busy';
    rendered.then(
      (made) => {
        if (control.signal.aborted || !box.current) return;
        // Each save asks again, mostly for what is on show.
        if (shown.current !== made) setPicture(box.current, made.html);
        shown.current = made;
        bench.noteTitle(item.id, made);
        state.value = 'rendered';
      },
      (error) => {
        if (control.signal.aborted) return;
        box.current?.replaceChildren();
        shown.current = undefined;
        problem.value = refusalText(error, words);
        state.value = 'failed';
      },
    );
    return () => control.abort();
  }, [
    near.value,
    drawnOf(item),
    filters,
    controls,
    opened.savedTimes.value,
    words,
    tries.value,
    wide,
    item.w,
    item.h,
  ]);

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
          <strong>{words.failed}</strong>
          <span>{problem.value}</span>
          <Button
            onClick={() => {
              state.value = 'waiting';
              tries.value++;
            }}
          >
            {words.retry}
          </Button>
        </div>
      ) : null}
    </>
  );
}
