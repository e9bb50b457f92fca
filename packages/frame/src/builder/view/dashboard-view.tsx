import type { BuilderItem } from '@inlay/content/builder';
import type { RenderedDashboard, ViewRequest } from '@inlay/content/builder-preview';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { runDashboard } from '../../dashboard/run-dashboard.ts';
import { themeText } from '../../stage/theme-text.ts';
import { setPicture } from '../../tile/set-picture.ts';
import { Canvas } from '../canvas/canvas.tsx';
import { gridArea, heightOf } from '../canvas/grid-metrics.ts';
import { isUnsaved } from '../save/save-state.ts';
import type { Workbench } from '../workbench.ts';
import { viewStage } from './view-stage.ts';

const sheet = new CSSStyleSheet();

/**
 * A dashboard that is read: rendered by the server and run by the same code as in an embed of its own. What is not saved
 * yet, or cannot be rendered, is on the canvas that it was made on.
 */
export function DashboardView({ bench }: { readonly bench: Workbench }): VNode {
  const { builder, opened } = bench;
  const root = useRef<HTMLDivElement>(null);
  const shows = useSignal<'waiting' | 'view' | 'canvas'>('waiting');
  const words = builder.words.value;
  const version = opened.version.value;
  const unsaved = isUnsaved(opened.save.value) && !version;
  const { side, content } = opened.document.value;

  useEffect(() => {
    if (unsaved) {
      shows.value = 'canvas';
      return;
    }
    const control = new AbortController();
    const show = (rendered: Pick<RenderedDashboard, 'state'>, fill: (into: HTMLElement) => void) => {
      const into = root.current;
      if (control.signal.aborted || !into) return;
      fill(into);
      shows.value = 'view';
      into.parentElement?.removeAttribute('hidden');
      opened.filters.value = rendered.state.filterValues;
      const stage = viewStage(builder, opened, rendered.state);
      opened.view.value = { stage, ...runDashboard(stage, { root: into, signal: control.signal }) };
    };
    const rendered = version ? undefined : builder.takeRendered(opened.id);
    const address = { id: opened.id, side, revision: version?.revision };
    if (rendered) show({ state: builder.stage.page }, (into) => into.replaceChildren(...rendered.childNodes));
    else
      builder.api.view(address, requestOf(bench), control.signal).then(
        (rendered) =>
          show(rendered, (into) => {
            sheet.replaceSync(rendered.css);
            if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
            setPicture(into, rendered.html);
          }),
        () => {
          if (!control.signal.aborted) shows.value = 'canvas';
        },
      );
    return () => {
      control.abort();
      opened.view.value = undefined;
    };
  }, [opened.savedTimes.value, side, words, unsaved, version]);

  return (
    <>
      {shows.value === 'canvas' ? <Canvas bench={bench} /> : null}
      {shows.value === 'waiting' ? <WaitingGrid items={content.items} /> : null}
      <div class="bld-scroller bld-view" hidden={shows.value !== 'view'}>
        <div class="bld-shown" ref={root} />
        {content.items.length === 0 ? <p class="inlay-message">{words.viewEmpty}</p> : null}
      </div>
    </>
  );
}

function requestOf({ builder, opened }: Workbench): ViewRequest {
  const { stage } = builder;
  const { theme } = stage.choice;
  return {
    ...stage.asked(),
    filters: opened.filters.value,
    width: document.documentElement.clientWidth,
    features: stage.page.features,
    ...(theme !== undefined && { theme: themeText(theme) }),
  };
}

/** The places of a dashboard, until it comes: nothing jumps when it does. */
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
