import type { VNode } from 'preact';
import { LineDrawing } from './line-drawing.tsx';

/** On a grid of 16 px. */
export const ICONS = {
  table: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 6.5v6',
  chart: 'M3 13V8M6.5 13V3.5M10 13V6M13.5 13V9.5',
  expand: 'M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5 9.5 6.5M2.5 13.5l4-4',
  shrink: 'M13.5 6.5h-4v-4M2.5 9.5h4v4M9.5 6.5l4-4M6.5 9.5l-4 4',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  down: 'm4 6.5 4 4 4-4',
  next: 'm6 3.5 4.5 4.5L6 12.5',
  back: 'M10 3.5 5.5 8l4.5 4.5',
  close: 'm4 4 8 8M12 4l-8 8',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  check: 'm3.5 8.5 3 3 6-7',
  undo: 'M6 4 3 7l3 3M3.5 7H10a3 3 0 0 1 0 6H7',
  redo: 'm10 4 3 3-3 3M12.5 7H6a3 3 0 0 0 0 6h3',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.5 10.5l3 3',
} as const;

export type IconName = keyof typeof ICONS;

export function Icon({ name }: { readonly name: IconName }): VNode {
  return (
    <LineDrawing
      class={`ui-icon ui-icon-${name}`}
      d={ICONS[name]}
      size={16}
      stroke={name === 'more' ? 2 : 1.5}
    />
  );
}
