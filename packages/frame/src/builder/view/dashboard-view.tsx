import type { BuilderItem } from '@inlay/content/builder';
import type { RenderedDashboard, ViewRequest } from '@inlay/content/builder-preview';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { runDashboard } from '../../dashboard/run-dashboard.ts';
import { serializeTheme } from '../../page/serialize-theme.ts';
import { setChart } from '../../tile/set-chart.ts';
import { withViews } from '../../views/with-views.ts';
import { Canvas } from '../canvas/canvas.tsx';
import { gridArea, heightOf } from '../canvas/grid-metrics.ts';
import type { CanvasContext } from '../canvas-context.ts';
import { itemsOn } from '../edit/tabs.ts';
import { filtersFor } from '../filters-for.ts';
import { isUnsaved } from '../save/autosave.ts';
import { createViewContext } from './view-context.ts';

const sheet = new CSSStyleSheet();

/**
 * Shows a dashboard to viewers: rendered by the server and run by the same code as a dashboard embed. Unsaved changes,
 * and dashboards that fail to render, are shown on the canvas instead.
 */
export function DashboardView({ canvas }: { readonly canvas: CanvasContext }): VNode {
  const { builder, opened } = canvas;
  const root = useRef<HTMLDivElement>(null);
  const shows = useSignal<'waiting' | 'view' | 'canvas'>('waiting');
  const messages = builder.messages.value;
  const version = opened.version.value;
  const unsaved = isUnsaved(opened.save.value) && !version;
  const { side, content } = opened.document.value;

  useEffect(() => {
    const control = new AbortController();
    const { view } = opened;
    const showCanvas = () => {
      if (control.signal.aborted) return;
      shows.value = 'canvas';
      view.value = null;
    };
    const show = (rendered: Pick<RenderedDashboard, 'state'>, fill: (into: HTMLElement) => void) => {
      const into = root.current;
      if (control.signal.aborted || !into) return;
      fill(into);
      shows.value = 'view';
      into.parentElement?.removeAttribute('hidden');
      opened.filters.value = rendered.state.filterValues;
      const context = createViewContext(builder, opened, rendered.state);
      // The bar has the title already.
      into.querySelector('.inlay-head:not(:has(p))')?.remove();
      const page = runDashboard(context, { root: into, signal: control.signal });
      view.value = { context, ...(version ? page : withViews(context, page, into)) };
    };
    const { rendered } = opened;
    if (!version && !unsaved) opened.rendered = undefined;
    const address = { id: opened.id, side, revision: version?.revision };
    if (unsaved) showCanvas();
    else if (rendered && !version)
      show({ state: builder.context.page }, (into) => into.replaceChildren(...rendered.childNodes));
    else
      builder.api.view(address, requestOf(canvas), control.signal).then(
        (rendered) =>
          show(rendered, (into) => {
            sheet.replaceSync(rendered.css);
            if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
            setChart(into, rendered.html);
          }),
        showCanvas,
      );
    return () => {
      control.abort();
      if (view.value) {
        const { tab, ...state } = view.value.getState();
        opened.viewed = { state, id: view.value.context.viewId };
        if (tab !== undefined) opened.editor.showTab(tab);
      }
      view.value = undefined;
    };
  }, [opened.saveCount.value, side, messages, unsaved, version]);

  return (
    <>
      {shows.value === 'canvas' ? <Canvas canvas={canvas} /> : null}
      {shows.value === 'waiting' ? <WaitingGrid items={itemsOn(content, content.tabs?.[0]?.id)} /> : null}
      <div class="bld-scroller bld-view" hidden={shows.value !== 'view'}>
        <div class="bld-shown" data-kind="dashboard" ref={root} />
        {content.items.length === 0 ? <p class="inlay-message">{messages.viewEmpty}</p> : null}
      </div>
    </>
  );
}

/** Versions may have other filters, so that theirs are part of the state, which the server reduces to what fits. */
function requestOf({
  builder,
  opened: { document, editor, filters, version, viewed },
}: CanvasContext): ViewRequest {
  const { context } = builder;
  const { theme } = context.choice;
  const tab = editor.tab.value;
  return {
    ...context.requestOptions(),
    filters: version.value ? {} : filtersFor(document.value, builder.data.value, filters.value),
    width: globalThis.document.documentElement.clientWidth,
    features: version.value ? { ...context.page.features, views: false } : context.page.features,
    ...(theme !== undefined && { theme: serializeTheme(theme) }),
    ...(viewed && { state: { ...viewed.state, filters: filters.value, ...(tab !== undefined && { tab }) } }),
  };
}

/** Placeholders until the dashboard arrives, to avoid layout shifts. */
function WaitingGrid({ items }: { readonly items: readonly BuilderItem[] }): VNode {
  return (
    <div class="bld-scroller" aria-busy="true">
      <div class="inlay-grid">
        {items.map((item) => (
          <div
            key={item.id}
            class="bld-place"
            style={{ gridArea: gridArea(item), minHeight: `${heightOf(item)}px` }}
          >
            <div class="bld-skeleton" />
          </div>
        ))}
      </div>
    </div>
  );
}
