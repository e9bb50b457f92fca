import { chartOf, type TileKind } from '@inlay/charts/chart-kinds';
import { LineDrawing } from '@inlay/ui/layout/line-drawing';
import type { VNode } from 'preact';

export function KindIcon({ kind }: { readonly kind: TileKind }): VNode {
  const { icon, iconStroke = 1.5 } = chartOf(kind);
  return <LineDrawing d={icon} size={20} stroke={iconStroke} />;
}
