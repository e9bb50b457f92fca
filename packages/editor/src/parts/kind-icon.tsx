import type { TileKind } from '@inlay/charts/tile';
import { LineDrawing } from '@inlay/ui/line-drawing';
import type { VNode } from 'preact';

/** Each kind as a few lines on a 20 px grid. */
const paths: Readonly<Record<TileKind, string>> = {
  kpi: 'M5 6.5 7 5v10M11 6.5A2.2 2.2 0 0 1 15 7c0 3-4 4-4 8h4.5',
  line: 'M3 14l4-5 4 3 6-7',
  area: 'M3 16V12l4-4 4 3 6-6v11zM3 12l4-4 4 3 6-6',
  bar: 'M5 16V9M10 16V4M15 16v-5',
  'bar-line': 'M5 16v-4M10 16v-6M15 16v-3M4 8l5-3 6 2',
  leaderboard: 'M3 5h14M3 10h9M3 15h6',
  pie: 'M10 3v7l5 5M10 3a7 7 0 1 0 7 7 7 7 0 0 0-7-7z',
  scatter: 'M5 14h.01M8 9h.01M12 12h.01M14 6h.01M16 10h.01M6 6h.01',
  heatmap: 'M4 4h5v5H4zM11 4h5v5h-5zM4 11h5v5H4zM11 11h5v5h-5z',
  waterfall: 'M4 16V5M8 5v4M12 9v3M16 16v-4',
  funnel: 'M3 4h14M5.5 8.5h9M7.5 13h5M9 17h2',
  table: 'M3 4h14v12H3zM3 8h14M8 8v8',
};

export function KindIcon({ kind }: { readonly kind: TileKind }): VNode {
  return <LineDrawing d={paths[kind]} size={20} stroke={kind === 'scatter' ? 2.5 : 1.5} />;
}
