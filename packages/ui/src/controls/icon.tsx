import type { VNode } from 'preact';
import type { AUTHOR_ICONS } from '../author-icons.ts';
import { LineDrawing } from '../layout/line-drawing.tsx';

/** Of every embed, on a grid of 16 px. */
const ICONS = {
  table: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 6.5v6',
  chart: 'M3 13V8M6.5 13V3.5M10 13V6M13.5 13V9.5',
  expand: 'M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5 9.5 6.5M2.5 13.5l4-4',
  shrink: 'M13.5 6.5h-4v-4M2.5 9.5h4v4M9.5 6.5l4-4M6.5 9.5l-4 4',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  down: 'm4 6.5 4 4 4-4',
  next: 'm6 3.5 4.5 4.5L6 12.5',
  back: 'M10 3.5 5.5 8l4.5 4.5',
  close: 'm4 4 8 8M12 4l-8 8',
  up: 'm4 10 4-4 4 4',
} as const;

export type IconName = keyof typeof ICONS | keyof typeof AUTHOR_ICONS;

let drawings: Readonly<Partial<Record<IconName, string>>> = ICONS;

/** Apps for authors have more icons than embeds, which do not load those. */
export function addIcons(more: typeof AUTHOR_ICONS): void {
  drawings = { ...drawings, ...more };
}

const DOTS: readonly IconName[] = ['grip', 'more'];

export function Icon({ name }: { readonly name: IconName }): VNode {
  return (
    <LineDrawing
      class={`ui-icon ui-icon-${name}`}
      d={drawings[name] ?? ''}
      size={16}
      stroke={DOTS.includes(name) ? 2 : 1.5}
    />
  );
}
