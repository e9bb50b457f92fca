import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { chartCss } from '../src/chart-css.ts';
import type { ChartProps } from '../src/chart-props.ts';
import { errorState, loadingState, tooMuchState } from '../src/parts/state.ts';
import { createTheme, themeCss } from '../src/theme/create-theme.ts';
import { TileChart } from '../src/tile-chart.ts';
import { fixtures } from '../test/fixtures/fixtures.ts';

// Run with the folder to write to; `shoot-gallery.ts` then takes pictures of it for looking at.
const folder = process.argv[2] ?? 'dist/gallery';

const pageCss = `
*{box-sizing:border-box}
body{margin:0;padding:24px;background:var(--inlay-track);color:var(--inlay-text);font:14px/1.4 system-ui,"Inter",sans-serif}
main{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}
article{background:var(--inlay-surface);border-radius:8px;padding:16px 20px 20px;max-width:100%}
h2{margin:0 0 12px;font-size:15px;font-weight:600}
`;

function card(title: string, width: number, content: string, dir = 'ltr'): string {
  return `<article dir="${dir}" style="width:${width + 40}px"><h2>${title}</h2>${content}</article>`;
}

function page(mode: 'light' | 'dark', phone: boolean): string {
  const theme = createTheme({ mode });
  const resize = (props: ChartProps): ChartProps => ({
    ...props,
    theme,
    size: phone
      ? { width: 320, height: Math.min(props.size.height, props.tile.kind === 'kpi' ? 150 : 260) }
      : props.size,
  });
  const cards = fixtures.map(({ name, props }) => {
    const sized = resize(props);
    const dir = sized.locale.language.startsWith('ar') ? 'rtl' : 'ltr';
    return `<!-- ${name} -->${card(sized.tile.title, sized.size.width, renderToString(h(TileChart, sized)), dir)}`;
  });
  const first = fixtures[0];
  if (first) {
    const sized = { ...resize(first.props), size: { width: 320, height: 200 } };
    cards.push(
      card(
        'Error',
        320,
        renderToString(
          errorState(sized, 'The warehouse did not answer within 30 seconds. Try a shorter period.'),
        ),
      ),
      card('Too much', 320, renderToString(tooMuchState(sized, 480_000))),
      card('Loading', 320, renderToString(loadingState(sized))),
    );
  }
  return `<!doctype html><html lang="en" data-inlay-theme="${mode}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Charts</title><style>${themeCss()}${chartCss}${pageCss}</style><main>${cards.join('\n')}</main>`;
}

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'light.html'), page('light', false));
writeFileSync(join(folder, 'dark.html'), page('dark', false));
writeFileSync(join(folder, 'phone.html'), page('light', true));
console.log(`Wrote light.html, dark.html and phone.html to ${folder}`);
