import type { TileKind } from '@inlay/charts/chart-kinds';
import type { DataShape } from '@inlay/charts/data-shape';
import { KindPicker } from '@inlay/editor/panels/kind-picker';
import type { VNode } from 'preact';
import type { CanvasContext } from '../canvas-context.ts';

interface KindChoiceProps {
  readonly canvas: CanvasContext;
  readonly shape: DataShape;
  readonly chosen: TileKind;
  readonly onChoose: (kind: TileKind) => void;
}

/** The kind picker of the tile editor. */
export function KindChoice({ canvas, ...props }: KindChoiceProps): VNode {
  return (
    <div class="te bld-kinds">
      <KindPicker messages={canvas.builder.editorMessages.value} {...props} />
    </div>
  );
}
