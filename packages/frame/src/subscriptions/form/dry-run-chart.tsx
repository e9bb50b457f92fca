import type { AlertCondition, AlertDryRun } from '@inlay/content/subscription';
import type { VNode } from 'preact';

interface DryRunChartProps {
  readonly checks: AlertDryRun['checks'];
  readonly alert: AlertCondition | undefined;
}

const WIDTH = 560;
const HEIGHT = 56;
const RADIUS = 3;

/** The values of the past with the limit, and where the alert fires. The list next to it says the same. */
export function DryRunChart({ checks, alert }: DryRunChartProps): VNode | null {
  const points = checks.flatMap(({ value, fires }, index) =>
    value === null ? [] : [{ value, fires, index }],
  );
  // Lines of several members would cross: the list names them.
  if (points.length < 3 || checks.some(({ member }) => member !== null)) return null;
  const limit = alert?.kind === 'above' || alert?.kind === 'below' ? alert.limit : undefined;
  const values = [...points.map(({ value }) => value), ...(limit === undefined ? [] : [limit])];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (index: number) => RADIUS + (index / (checks.length - 1)) * (WIDTH - 2 * RADIUS);
  const y = (value: number) => HEIGHT - RADIUS - ((value - low) / (high - low || 1)) * (HEIGHT - 2 * RADIUS);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" fill="none" aria-hidden="true">
      {limit !== undefined && (
        <line
          class="inlay-subscriptions-limit"
          x1={0}
          x2={WIDTH}
          y1={y(limit)}
          y2={y(limit)}
          vector-effect="non-scaling-stroke"
        />
      )}
      <polyline
        points={points.map(({ value, index }) => `${x(index)},${y(value)}`).join(' ')}
        vector-effect="non-scaling-stroke"
      />
      {points
        .filter(({ fires }) => fires)
        .map(({ value, index }) => (
          <line
            key={index}
            class="inlay-subscriptions-fired"
            x1={x(index)}
            x2={x(index)}
            y1={y(value)}
            y2={y(value)}
            vector-effect="non-scaling-stroke"
          />
        ))}
    </svg>
  );
}
