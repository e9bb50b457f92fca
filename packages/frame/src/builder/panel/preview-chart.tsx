import type { OwnTile } from '@inlay/protocol/tile';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Refusal } from '../save/refusal.ts';
import type { Workbench } from '../workbench.ts';

const SIZE = { kpi: 96, other: 200 };

/** A chart that is not on the canvas yet, on real data within the viewer's rules. */
export function PreviewChart({
  bench,
  chart,
}: {
  readonly bench: Workbench;
  readonly chart: OwnTile;
}): VNode {
  const { builder, opened } = bench;
  const words = builder.words.value;
  const box = useRef<HTMLDivElement>(null);
  const drawing = useSignal<VNode | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const busy = useSignal(true);
  const height = chart.kind === 'kpi' ? SIZE.kpi : SIZE.other;

  useEffect(() => {
    const control = new AbortController();
    busy.value = true;
    problem.value = undefined;
    const { lang, timeZone } = builder.stage.asked();
    const item = { id: 'preview', x: 0, y: 0, w: 1, h: 1, chart };
    const setting = { filters: {}, lang, ...(timeZone !== undefined && { timeZone }) };
    const draw = async () => {
      const answer = await opened.answers.ask({ item, ...setting }, control.signal);
      if (!answer || control.signal.aborted) return;
      const [{ drawChart }, locale] = await Promise.all([
        import('../paint/draw-chart.tsx'),
        builder.stage.speech.locale(),
      ]);
      const width = Math.max(160, box.current?.clientWidth ?? 0);
      const tile = { ...answer.tile, ...chart };
      const drawn = await drawChart({ tile, result: answer.result, size: { width, height }, locale });
      if (!control.signal.aborted) drawing.value = drawn;
    };
    draw()
      .catch((error: unknown) => {
        if (control.signal.aborted) return;
        drawing.value = undefined;
        problem.value = error instanceof Refusal && error.status === 422 ? error.message : words.failedHint;
      })
      .finally(() => {
        if (!control.signal.aborted) busy.value = false;
      });
    return () => control.abort();
  }, [chart]);

  return (
    <figure class="bld-preview" aria-busy={busy.value}>
      <figcaption dir="auto">{chart.title}</figcaption>
      <div class="bld-preview-box" ref={box} data-kind={chart.kind}>
        {drawing.value ??
          (problem.value ? <p class="bld-hint">{problem.value}</p> : <div class="bld-skeleton" />)}
      </div>
    </figure>
  );
}
