import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Banners } from './bar/banners.tsx';
import { FilterStrip } from './bar/filter-strip.tsx';
import { SelectionBar } from './bar/selection-bar.tsx';
import { TopBar } from './bar/top-bar.tsx';
import type { Builder } from './builder.ts';
import { Canvas } from './canvas/canvas.tsx';
import { followShortcuts } from './canvas/follow-shortcuts.ts';
import { ConflictDialog } from './dialogs/conflict-dialog.tsx';
import type { OpenDashboard } from './open-dashboard.ts';
import { isFocusLost } from './parts/is-focus-lost.ts';
import { Later } from './parts/later.tsx';
import { isUnsaved } from './save/save-state.ts';
import { DashboardView } from './view/dashboard-view.tsx';
import { createWorkbench } from './workbench.ts';

interface CanvasPageProps {
  readonly builder: Builder;
  readonly opened: OpenDashboard;
}

const loadPanel = () => import('./panel/side-panel.tsx');
const loadDesk = () => import('./panel/desk-dialog.tsx');

/** One dashboard: its bar, its filters, the canvas, and what stands beside it. */
export function CanvasPage({ builder, opened }: CanvasPageProps): VNode {
  const bench = useMemo(() => createWorkbench(builder, opened), [opened]);
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => () => bench.stop(), [bench]);
  useEffect(() => {
    // What opened it is gone with the page before. A title that can be written is what comes first.
    if (!isFocusLost()) return;
    const first =
      page.current?.querySelector<HTMLElement>('input.bld-title') ?? page.current?.querySelector('button');
    first?.focus();
    if (first instanceof HTMLInputElement) first.select();
  }, []);
  useEffect(
    () => followShortcuts(bench.commands, () => opened.editing.value && builder.dialog.value === undefined),
    [bench],
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      // With a lasting draft nothing is lost; without one the browser asks before it goes.
      if (isUnsaved(opened.autosave.state()) && !builder.drafts.lasting) event.preventDefault();
    };
    const flush = () => {
      if (document.visibilityState === 'hidden') void opened.autosave.flush();
    };
    const ends = new AbortController();
    addEventListener('beforeunload', warn, ends);
    document.addEventListener('visibilitychange', flush, ends);
    return () => ends.abort();
  }, [opened]);

  const panel = bench.panel.value;
  const desk = bench.desk.value === undefined ? undefined : bench.item(bench.desk.value);
  return (
    <div class="bld-page" ref={page} data-panel={opened.editing.value && panel ? '' : undefined}>
      {builder.allows('bar') || opened.editing.value ? <TopBar bench={bench} /> : null}
      <Banners bench={bench} />
      {opened.editing.value ? (
        <>
          <FilterStrip bench={bench} />
          <Canvas bench={bench} />
        </>
      ) : (
        <DashboardView bench={bench} />
      )}
      {opened.editing.value && panel ? (
        <Later load={loadPanel} show={({ SidePanel }) => <SidePanel bench={bench} panel={panel} />} />
      ) : null}
      {desk && 'chart' in desk ? (
        <Later load={loadDesk} show={({ DeskDialog }) => <DeskDialog bench={bench} item={desk} />} />
      ) : null}
      {opened.editing.value ? <SelectionBar bench={bench} /> : null}
      {opened.conflict.value ? <ConflictDialog bench={bench} conflict={opened.conflict.value} /> : null}
    </div>
  );
}
