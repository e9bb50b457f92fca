import type { BuilderItem } from '@inlay/protocol/builder';
import type { TileAnswer } from '@inlay/protocol/embed-api';
import type { Tile } from '@inlay/protocol/tile';
import { useComputed, useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { chartSizeOf, gridMetrics } from '../canvas/grid-metrics.ts';
import { isNarrow } from '../canvas/is-narrow.ts';
import { Refusal } from '../save/refusal.ts';
import type { Workbench } from '../workbench.ts';

type Painted =
  | { readonly is: 'waiting' }
  | { readonly is: 'drawn'; readonly drawing: VNode }
  | { readonly is: 'failed'; readonly message: string };

interface TileBoxProps {
  readonly bench: Workbench;
  readonly item: Exclude<BuilderItem, { readonly text: string }>;
}

/** The chart of an item: asked for when it comes near the screen, kept while the next answer is on its way. */
export function TileBox({ bench, item }: TileBoxProps): VNode {
  const { builder, opened, width } = bench;
  const box = useRef<HTMLDivElement>(null);
  const near = useSignal(false);
  const painted = useSignal<Painted>({ is: 'waiting' });
  const busy = useSignal(false);
  const answer = useSignal<TileAnswer | undefined>(undefined);
  const tries = useSignal(0);
  const filters = opened.filters.value;
  const saves = opened.savedTimes.value;
  const lang = builder.words.value;
  // The title is drawn by the item; only what is asked and how it looks decides about the drawing.
  const chart = 'chart' in item ? item.chart : undefined;
  const asked = 'chart' in item ? JSON.stringify([item.chart.datasetId, item.chart.query]) : item.tile;
  const size = useComputed(() => width.value).value;

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
    if (!near.value) return;
    const control = new AbortController();
    const { lang: language, timeZone } = builder.stage.asked();
    const question = { item, filters, lang: language, ...(timeZone !== undefined && { timeZone }) };
    const asking = opened.answers.ask(question, control.signal);
    if (!asking) return;
    busy.value = true;
    asking.then(
      (given) => {
        if (control.signal.aborted) return;
        busy.value = false;
        answer.value = given;
      },
      (error) => {
        if (control.signal.aborted) return;
        busy.value = false;
        const told = error instanceof Refusal && error.status === 422 ? error.message : '';
        painted.value = { is: 'failed', message: told };
      },
    );
    return () => control.abort();
  }, [near.value, asked, filters, saves, lang, tries.value]);

  useEffect(() => {
    const given = answer.value;
    if (!given || size === 0) return;
    let current = true;
    const tile: Tile = chart ? { ...given.tile, ...chart } : given.tile;
    const room = isNarrow()
      ? { ...chartSizeOf(item, gridMetrics(1200, false)), width: Math.max(120, size - 32) }
      : chartSizeOf(item, gridMetrics(size, false));
    void Promise.all([import('./draw-chart.tsx'), builder.stage.speech.locale()])
      .then(([{ drawChart }, locale]) => drawChart({ tile, result: given.result, size: room, locale }))
      .then((drawing) => {
        if (current) painted.value = { is: 'drawn', drawing };
      })
      .catch(console.error);
    return () => {
      current = false;
    };
  }, [answer.value, chart, size, item.w, item.h]);

  const shown = painted.value;
  const words = builder.words.value;
  return (
    <div class="inlay-chart-box" ref={box} aria-busy={busy.value || shown.is === 'waiting'}>
      {shown.is === 'drawn' ? shown.drawing : null}
      {shown.is === 'waiting' ? <div class="bld-skeleton" /> : null}
      {shown.is === 'failed' ? (
        <div class="inlay-failure" role="status">
          <strong>{words.failed}</strong>
          <span>{shown.message || words.failedHint}</span>
          <button
            type="button"
            class="ui-button"
            onClick={() => {
              painted.value = { is: 'waiting' };
              tries.value++;
            }}
          >
            {words.retry}
          </button>
        </div>
      ) : null}
    </div>
  );
}
