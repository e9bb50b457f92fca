import '@inlay/editor/tile-editor.css';
import '@inlay/editor/fields.css';
import type { TileKind } from '@inlay/charts/chart-kinds';
import type { DataShape } from '@inlay/charts/data-shape';
import { KindPicker } from '@inlay/editor/panels/kind-picker';
import type { VNode } from 'preact';
import type { Workbench } from '../workbench.ts';

interface KindChoiceProps {
  readonly bench: Workbench;
  readonly shape: DataShape;
  readonly chosen: TileKind;
  readonly onChoose: (kind: TileKind) => void;
}

/** The kinds that can show these fields, as the editor of charts offers them. */
export function KindChoice({ bench, ...props }: KindChoiceProps): VNode {
  return (
    <div class="te bld-kinds">
      <KindPicker messages={bench.builder.editorWords.value} {...props} />
    </div>
  );
}
