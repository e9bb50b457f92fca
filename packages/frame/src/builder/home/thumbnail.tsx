import { chartKinds } from '@inlay/charts/chart-kinds';
import { columnStrokes, strokes } from '@inlay/charts/thumbnail';
import type { BuilderDashboard, DashboardShape } from '@inlay/content/builder';
import type { VNode } from 'preact';

const WIDTH = 240;
const HEIGHT = 128;
const UNIT = WIDTH / 12;
const ROW = 11;

/** The outline of a dashboard: position and kind of its tiles. */
export function Thumbnail({ dashboard }: { readonly dashboard: Pick<BuilderDashboard, 'shape'> }): VNode {
  const shape = (dashboard.shape ?? []) as readonly DashboardShape[];
  return (
    <svg
      class="bld-thumbnail"
      viewBox={`-12 -12 ${WIDTH + 24} ${HEIGHT + 12}`}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      {shape.length === 0 ? (
        <rect class="bld-thumbnail-none" x="2" y="2" width={WIDTH - 4} height={HEIGHT - 28} rx="4" />
      ) : null}
      {shape.map(([x, y, w, h, kind]) => {
        const isText = kind === 'text';
        const chart = chartKinds.find((each) => each.kind === kind);
        const isFaint = isText || chart?.isTable || chart?.isCompact;
        const box = { x: x * UNIT + 2, y: y * ROW + 2, width: w * UNIT - 4, height: h * ROW - 4 };
        const inside = { x: box.x + 6, y: box.y + 6, width: box.width - 12, height: box.height - 12 };
        return (
          <g key={`${x}:${y}`} data-faint={isFaint ? '' : undefined}>
            {isText ? null : <rect {...box} rx="4" />}
            <path d={(isText ? textStrokes : (chart?.thumbnail ?? columnStrokes))(inside)} />
          </g>
        );
      })}
    </svg>
  );
}

const textStrokes = strokes([
  [
    [0, 0.2],
    [0.6, 0.2],
  ],
  [
    [0, 0.6],
    [0.9, 0.6],
  ],
]);
