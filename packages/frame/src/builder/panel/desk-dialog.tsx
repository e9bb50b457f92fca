import type { BuilderItem } from '@inlay/content/builder';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Workbench } from '../workbench.ts';
import { ChartDesk } from './chart-desk.tsx';

interface DeskDialogProps {
  readonly bench: Workbench;
  readonly item: Extract<BuilderItem, { readonly chart: unknown }>;
}

/** The chart editor takes the whole frame: a chart deserves room while it is made. */
export function DeskDialog({ bench, item }: DeskDialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => {
    bench.desk.value = undefined;
    bench.surface.value?.element(item.id)?.focus();
  };
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="ui-dialog bld-desk"
      aria-label={`${bench.builder.words.value.editChart}: ${item.chart.title}`}
      onClose={close}
    >
      <ChartDesk
        bench={bench}
        chart={item.chart}
        onCancel={close}
        onDone={(chart) => {
          bench.changeItem(item.id, (now) => ({ ...now, chart }) as BuilderItem);
          close();
        }}
      />
    </dialog>
  );
}
