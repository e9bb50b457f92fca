import type { BuilderDashboard, DashboardShape } from '@inlay/content/builder';
import type { VNode } from 'preact';

const WIDTH = 240;
const HEIGHT = 128;
const UNIT = WIDTH / 12;
const ROW = 11;

/** The outline of a dashboard: where its tiles stand, and of what kind they are. */
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
        const box = { x: x * UNIT + 2, y: y * ROW + 2, width: w * UNIT - 4, height: h * ROW - 4 };
        return (
          <g key={`${x}:${y}`} data-kind={kind}>
            {kind === 'text' ? null : <rect {...box} rx="4" />}
            <path d={mark(kind, box.x + 6, box.y + 6, box.width - 12, box.height - 12)} />
          </g>
        );
      })}
    </svg>
  );
}

/** A few strokes that say what kind of tile it is. */
function mark(kind: string, x: number, y: number, w: number, h: number): string {
  const line = (points: readonly (readonly [number, number])[]) =>
    `M${points.map(([px, py]) => `${(x + px * w).toFixed(1)} ${(y + py * h).toFixed(1)}`).join('L')}`;
  switch (kind) {
    case 'kpi':
      return (
        line([
          [0, 0.2],
          [0.3, 0.2],
        ]) +
        line([
          [0, 0.75],
          [0.55, 0.75],
        ])
      );
    case 'line':
    case 'area':
      return line([
        [0, 0.85],
        [0.22, 0.5],
        [0.45, 0.62],
        [0.7, 0.22],
        [1, 0.1],
      ]);
    case 'pie': {
      const r = Math.min(w, h) * 0.42;
      return `M${x + w / 2 - r} ${y + h / 2}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    }
    case 'table':
      return [0.15, 0.4, 0.65, 0.9]
        .map((at) =>
          line([
            [0, at],
            [1, at],
          ]),
        )
        .join('');
    case 'leaderboard':
    case 'funnel':
      return [0.9, 0.7, 0.5, 0.3]
        .map((length, index) =>
          line([
            [0, 0.14 + index * 0.24],
            [length, 0.14 + index * 0.24],
          ]),
        )
        .join('');
    case 'text':
      return (
        line([
          [0, 0.2],
          [0.6, 0.2],
        ]) +
        line([
          [0, 0.6],
          [0.9, 0.6],
        ])
      );
    case 'scatter':
      return [
        [0.1, 0.8],
        [0.3, 0.5],
        [0.5, 0.6],
        [0.7, 0.25],
        [0.9, 0.4],
      ]
        .map(([px, py]) =>
          line([
            [px ?? 0, py ?? 0],
            [(px ?? 0) + 0.01, py ?? 0],
          ]),
        )
        .join('');
    default:
      return [0.55, 0.8, 0.35, 0.95, 0.65]
        .map((height, index) =>
          line([
            [0.1 + index * 0.2, 1],
            [0.1 + index * 0.2, 1 - height],
          ]),
        )
        .join('');
  }
}
