import type { BuilderItem } from '@inlay/content/builder';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { CanvasContext } from '../canvas-context.ts';
import { ChartEditor } from './chart-editor.tsx';

interface ChartEditorDialogProps {
  readonly canvas: CanvasContext;
  readonly item: Extract<BuilderItem, { readonly chart: unknown }>;
}

/** The chart editor as a dialog that fills the frame. */
export function ChartEditorDialog({ canvas, item }: ChartEditorDialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => {
    canvas.editedChart.value = undefined;
  };
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="ui-dialog bld-chart-editor"
      aria-label={`${canvas.builder.messages.value.editChart}: ${item.chart.title}`}
      onClose={close}
    >
      <ChartEditor
        canvas={canvas}
        chart={item.chart}
        onCancel={close}
        onDone={(chart) => {
          canvas.opened.editor.changeItem(item.id, (now) => ({ ...now, chart }) as BuilderItem);
          close();
        }}
      />
    </dialog>
  );
}
