import type { VNode } from 'preact';

interface LineDrawingProps {
  readonly d: string;
  /** Of the square grid that it is drawn on, in pixels. */
  readonly size: number;
  readonly stroke: number;
  readonly class?: string;
}

/** Lines in the color of the text next to them, which carries the meaning. */
export function LineDrawing({ d, size, stroke, class: look }: LineDrawingProps): VNode {
  return (
    <svg
      class={look}
      viewBox={`0 0 ${size} ${size}`}
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      stroke-width={stroke}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}
