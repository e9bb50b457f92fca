import { chartCss } from '@inlay/charts/chart-css';
import { DataTable } from '@inlay/charts/data-table';
import { drawTile } from '@inlay/charts/draw-tile';
import { createTheme, type Theme } from '@inlay/charts/theme/create-theme';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useChartLocale } from '../../charts/use-chart-locale.ts';
import { useMessages } from '../../messages.ts';
import { type SampleTile, sampleTiles } from './sample-tiles.ts';
import type { Mode, ThemeDraft } from './theme-draft.ts';

const style = new CSSStyleSheet();
style.replaceSync(chartCss);
document.adoptedStyleSheets.push(style);

/** Sample charts in the edited theme. Their colors are literal, because the page around keeps its own. */
export function ThemePreview({ draft, mode }: { readonly draft: ThemeDraft; readonly mode: Mode }): VNode {
  const t = useMessages('tenant').themes;
  const theme = createTheme({
    mode,
    overrides: draft[mode],
    variables: false,
    ...(draft.font === '' ? {} : { font: draft.font }),
  });
  const { surface, text, track } = theme.tokens;
  return (
    <section
      class="theme-preview"
      aria-label={t.edit.preview}
      style={{ background: track, color: text, fontFamily: theme.font }}
    >
      {sampleTiles(t.sample).map((sample) => (
        <article
          key={sample.tile.id}
          class={`theme-tile theme-tile-${sample.tile.kind}`}
          style={{ background: surface }}
        >
          <h3>{sample.tile.title}</h3>
          <SampleChart sample={sample} theme={theme} />
        </article>
      ))}
    </section>
  );
}

function SampleChart({ sample, theme }: { readonly sample: SampleTile; readonly theme: Theme }): VNode {
  const { chart, draw, tile, result, height } = sample;
  const locale = useChartLocale('UTC');
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} style={{ minHeight: `${height}px` }}>
      {width > 0 && drawTile({ chart, tile, result, theme, locale, size: { width, height } }, draw)}
      <DataTable tile={tile} result={result} locale={locale} />
    </div>
  );
}
