import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Banners } from './bar/banners.tsx';
import { FilterStrip } from './bar/filter-strip.tsx';
import { SelectionBar } from './bar/selection-bar.tsx';
import { TopBar } from './bar/top-bar.tsx';
import type { Builder } from './builder.ts';
import { bindShortcuts } from './canvas/bind-shortcuts.ts';
import { Canvas } from './canvas/canvas.tsx';
import { createCanvasContext } from './canvas-context.ts';
import { ConflictDialog } from './dialogs/lazy-dialogs.tsx';
import type { OpenDashboard } from './open-dashboard.ts';
import { isFocusLost } from './parts/is-focus-lost.ts';
import { Lazy } from './parts/lazy.tsx';
import { isUnsaved } from './save/autosave.ts';
import { DashboardView } from './view/dashboard-view.tsx';

interface CanvasPageProps {
  readonly builder: Builder;
  readonly opened: OpenDashboard;
}

const loadPanel = () => import('./panel/side-panel.tsx');
const loadChartEditor = () => import('./panel/chart-editor-dialog.tsx');

/** One dashboard: bar, filters, canvas and side panel. */
export function CanvasPage({ builder, opened }: CanvasPageProps): VNode {
  const canvas = useMemo(() => createCanvasContext(builder, opened), [opened]);
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => () => canvas.stop(), [canvas]);
  useEffect(() => {
    // The element that opened this page is gone. Focus the title if it can be edited.
    if (!isFocusLost()) return;
    const title = page.current?.querySelector<HTMLInputElement>('input.bld-title');
    title?.focus();
    title?.select();
  }, []);
  useEffect(
    () => bindShortcuts(canvas.commands, () => opened.editing.value && builder.dialog.value === undefined),
    [canvas],
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      // A persistent draft survives the page; without one, the browser asks before leaving.
      if (isUnsaved(opened.autosave.state()) && !builder.dashboards.drafts.lasting) event.preventDefault();
    };
    const flush = () => {
      if (document.visibilityState === 'hidden') void opened.autosave.flush();
    };
    const listeners = new AbortController();
    addEventListener('beforeunload', warn, listeners);
    document.addEventListener('visibilitychange', flush, listeners);
    return () => listeners.abort();
  }, [opened]);

  const panel = canvas.panel.value;
  const editedChart =
    canvas.editedChart.value === undefined ? undefined : canvas.item(canvas.editedChart.value);
  return (
    <div class="bld-page" ref={page} data-panel={opened.editing.value && panel ? '' : undefined}>
      {builder.allows('bar') || opened.editing.value ? <TopBar canvas={canvas} /> : null}
      <Banners canvas={canvas} />
      {opened.editing.value ? (
        <>
          <FilterStrip canvas={canvas} />
          <Canvas canvas={canvas} />
        </>
      ) : (
        <DashboardView canvas={canvas} />
      )}
      {opened.editing.value && panel ? (
        <Lazy load={loadPanel} render={({ SidePanel }) => <SidePanel canvas={canvas} panel={panel} />} />
      ) : null}
      {editedChart && 'chart' in editedChart ? (
        <Lazy
          load={loadChartEditor}
          render={({ ChartEditorDialog }) => <ChartEditorDialog canvas={canvas} item={editedChart} />}
        />
      ) : null}
      {opened.editing.value ? <SelectionBar canvas={canvas} /> : null}
      {opened.conflict.value ? <ConflictDialog canvas={canvas} conflict={opened.conflict.value} /> : null}
    </div>
  );
}
