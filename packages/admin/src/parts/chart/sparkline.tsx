import type { VNode } from 'preact';

const HEIGHT = 24;
const STEP = 6;

/** A small column for each value; the figures stand beside it, so that it says nothing to screen readers. */
export function Sparkline({ values }: { readonly values: readonly number[] }): VNode {
  const most = Math.max(1, ...values);
  const width = values.length * STEP;
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true" preserveAspectRatio="none">
      {values.map((value, index) => {
        const height = value === 0 ? 1 : Math.max(2, (value / most) * HEIGHT);
        return (
          <rect
            key={index}
            class={value === 0 ? 'sparkline-none' : ''}
            x={index * STEP + 1}
            y={HEIGHT - height}
            width={STEP - 2}
            height={height}
          />
        );
      })}
    </svg>
  );
}
