import type { VNode } from 'preact';
import { LineDrawing } from '../layout/line-drawing.tsx';

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
  add: 'M8 3.5v9M3.5 8h9',
  share:
    'M10.5 5.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM4.5 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM10.5 14.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM6.3 7.1l2.5-1.7M6.3 8.9l2.5 1.7',
  phone: 'M5 1.5h6a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1ZM7.3 12.3h1.4',
  lock: 'M4.5 7.5h7v6h-7zM5.8 7.5V5.2a2.2 2.2 0 0 1 4.4 0v2.3',
  trash: 'M2.5 4.5h11M6.5 4V2.5h3V4M4 4.5l.6 8.5a.9.9 0 0 0 .9.9h5a.9.9 0 0 0 .9-.9l.6-8.5',
  text: 'M3 4.5v-1h10v1M8 3.5v9M6 12.5h4',
  filter: 'M2.5 3.5h11L9.5 8.5v4l-3-1.5V8.5z',
  grip: 'M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01',
  edit: 'm10.5 3 2.5 2.5L6 12.5l-3 .5.5-3zM9 4.5 11.5 7',
  library: 'M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5h-4.5zM2.5 9h4.5v4.5h-4.5zM9 9h4.5v4.5h-4.5z',
  person: 'M8 8a2.8 2.8 0 1 0 0-5.6A2.8 2.8 0 0 0 8 8ZM2.8 13.8a5.3 5.3 0 0 1 10.4 0',
  people:
    'M6 7.5A2.5 2.5 0 1 0 6 2.5a2.5 2.5 0 0 0 0 5ZM1.5 13a4.6 4.6 0 0 1 9 0M10.5 2.7a2.5 2.5 0 0 1 0 4.6M12.3 9.3a4.6 4.6 0 0 1 2.2 3.7',
  globe:
    'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2 8h12M8 2c2 2 2.6 4 2.6 6S10 12 8 14c-2-2-2.6-4-2.6-6S6 4 8 2Z',
  up: 'm4 10 4-4 4 4',
  taller: 'M3 2.5h10M3 13.5h10M8 5v6M6 6.5 8 4.8l2 1.7M6 9.5l2 1.7 2-1.7',
  shorter: 'M3 2.5h10M3 13.5h10M8 3v3.5M6 5.2 8 7l2-1.8M8 13V9.5M6 10.8 8 9l2 1.8',
  row: 'M2.5 4.5h3v7h-3zM6.5 4.5h3v7h-3zM10.5 4.5h3v7h-3z',
  same: 'M2.5 4h4.5v8H2.5zM9 4h4.5v8H9z',
  start: 'M2.5 2.5v11M5 4h8v3H5zM5 9h5v3H5z',
  top: 'M2.5 2.5h11M4 5h3v8H4zM9 5h3v5H9z',
} as const;

export type IconName = keyof typeof ICONS;

const DOTS: readonly IconName[] = ['grip', 'more'];

export function Icon({ name }: { readonly name: IconName }): VNode {
  return (
    <LineDrawing
      class={`ui-icon ui-icon-${name}`}
      d={ICONS[name]}
      size={16}
      stroke={DOTS.includes(name) ? 2 : 1.5}
    />
  );
}
