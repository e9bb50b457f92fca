import type { BuilderDashboard, DashboardShape } from '@inlay/content/builder';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { colorMode } from '../../page/color-mode.ts';
import { setMarkup } from '../../tile/set-chart.ts';
import type { Builder } from '../builder.ts';
import { chartSizeOf, gridArea, gridMetrics } from '../canvas/grid-metrics.ts';

interface ThumbnailProps {
  readonly builder: Builder;
  readonly dashboard: BuilderDashboard;
}

/** Thumbnails are drawn one after the other: opening the list must not query all dashboards at once. */
let turn: Promise<unknown> = Promise.resolve();

/** The top of a dashboard with the viewer's own data, drawn when it comes into view (ADR 339). */
export function Thumbnail({ builder, dashboard }: ThumbnailProps): VNode {
  const { id, updatedAt } = dashboard;
  const shape = (dashboard.shape ?? []) as readonly DashboardShape[];
  const grid = useRef<HTMLDivElement>(null);
  const messages = builder.messages.value;

  useEffect(() => {
    const place = grid.current;
    if (!place) return;
    const control = new AbortController();
    const { signal } = control;
    const draw = async ([x, y, w, h, tile]: DashboardShape, index: number) => {
      const section = place.children[index];
      if (tile === '' || !section || signal.aborted) return;
      // The padding is on both sides.
      const metrics = gridMetrics(place.offsetWidth - 48, false);
      const size = chartSizeOf({ x, y, w, h }, metrics);
      const choices = { ...builder.context.requestOptions(), filters: {}, mode: colorMode() };
      const { title, html } = await builder.api.render(
        { id, side: 'working' },
        { id: tile, ...size },
        choices,
        signal,
      );
      const [heading, chart] = section.children as HTMLCollectionOf<HTMLElement>;
      if (heading) heading.textContent = title;
      if (chart) setMarkup(chart, html);
    };
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      // A chart that fails stays blank: the dashboard itself says why.
      turn = turn.then(() => Promise.allSettled(shape.map(draw)));
    });
    observer.observe(place);
    return () => {
      observer.disconnect();
      control.abort();
    };
  }, [id, updatedAt, messages]);

  return (
    <div class="bld-thumbnail" inert>
      <div class="inlay-grid" ref={grid}>
        {shape.map((box) => (
          <section
            key={box.join()}
            class={box[4] === '' ? undefined : 'inlay-tile'}
            style={{ gridArea: gridArea({ x: box[0], y: box[1], w: box[2], h: box[3] }) }}
          >
            <strong class="inlay-tile-head" dir="auto" />
            <div class="inlay-chart-box" />
          </section>
        ))}
      </div>
    </div>
  );
}
