import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { chartCss } from '../../packages/charts/src/chart-css.ts';
import { chartKinds } from '../../packages/charts/src/chart-kinds.ts';
import { createLocale } from '../../packages/charts/src/format/create-locale.ts';
import { createTheme, themeCss } from '../../packages/charts/src/theme/create-theme.ts';
import { kindStyle, TileChart } from '../../packages/charts/src/tile-chart.ts';
import { hard } from '../../packages/charts/test/fixtures/hard.ts';
import type { Fixture } from '../../packages/charts/test/fixtures/make-fixture.ts';
import { findTestChromium } from '../tools/find-chromium.mjs';
import { plotDrawing } from './plot-drawing.ts';

const SIZES = [
  { width: 320, height: 240 },
  { width: 480, height: 300 },
  { width: 900, height: 360 },
];
const COMPACT = [
  { width: 160, height: 120 },
  { width: 240, height: 160 },
  { width: 400, height: 200 },
];
const SURFACES = ['light', 'dark', 'rtl', 'print'] as const;
type Surface = (typeof SURFACES)[number];

/** The font of the admin app, because the machine may have none that viewers have. */
const FONT = createRequire(new URL('../../packages/admin/package.json', import.meta.url)).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);

/** Writes a picture for each kind and surface; yields their names. */
export async function* drawSheets(folder: string, wanted: readonly string[]): AsyncGenerator<string> {
  const { executablePath, args, env } = findTestChromium();
  const browser = await chromium.launch({ executablePath, args: [...args], ...(env && { env }) });
  try {
    const page = await browser.newPage({ viewport: { width: 2500, height: 1000 } });
    for (const { kind } of chartKinds) {
      if (wanted.length > 0 && !wanted.includes(kind)) continue;
      const fixtures = hard.filter(({ props }) => props.chart.kind === kind);
      for (const surface of SURFACES) {
        await page.emulateMedia({ media: surface === 'print' ? 'print' : 'screen' });
        await page.setContent(sheetOf(fixtures, surface));
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        if (surface === 'light') await page.evaluate(plotDrawing, fixtures.map(plotInput));
        const name = `${kind}-${surface}.png`;
        await page.screenshot({ path: join(folder, name), fullPage: true });
        yield name;
      }
    }
  } finally {
    await browser.close();
  }
}

const plotInput = ({ props }: Fixture) => ({
  kind: props.chart.kind,
  columns: props.result.columns.map(({ name, label, role, grain, values }) => ({
    name,
    label,
    role,
    isTime: grain !== undefined,
    values,
  })),
  ...(props.tile.options?.x !== undefined && { x: props.tile.options.x }),
  isLog: props.tile.options?.scale === 'log',
});

function sheetOf(fixtures: readonly Fixture[], surface: Surface): string {
  const dark = surface === 'dark';
  const theme = createTheme({ mode: dark ? 'dark' : 'light', variables: false, font: 'Inter,sans-serif' });
  const rows = fixtures.map(({ name, props }, index) => {
    const sizes = props.chart.isCompact ? COMPACT : SIZES;
    const locale = surface === 'rtl' ? createLocale({ language: 'ar-SA', currency: 'SAR' }) : props.locale;
    const drawings = sizes.map((size) => {
      const svg = renderToString(h(TileChart, { ...props, theme, locale, size }));
      return `<td><div class="tile" style="width:${size.width}px;max-height:420px;overflow:hidden">${svg}</div></td>`;
    });
    return `<tr><th class="name">${name}</th>${drawings.join('')}<td class="plot" data-index="${index}"></td></tr>`;
  });
  const scripts = surface === 'light' ? plotScripts() : [];
  return `<!doctype html><html dir="${surface === 'rtl' ? 'rtl' : 'ltr'}" data-inlay-theme="${theme.mode}"><meta charset="utf-8"><style>
    ${themeCss()}${chartCss}${kindStyle()}
    @font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${readFileSync(FONT, 'base64')}) }
    @media print { html { filter: grayscale(1) } }
    body { margin: 16px; font: 12px Inter, sans-serif; background: ${theme.tokens.surface}; color: ${theme.tokens.text} }
    .name { writing-mode: vertical-rl; font-weight: 400; color: gray } .sheet > tbody > tr > td { vertical-align: top; padding: 12px }
    .plot svg { max-height: 380px }
    .tile { outline: 1px solid ${theme.tokens.grid}; outline-offset: 6px }
  </style><body>${scripts.join('')}<table class="sheet">${rows.join('')}</table></body></html>`;
}

/** Plot and the d3 that it needs, as script tags. */
function plotScripts(): readonly string[] {
  const plot = import.meta.resolve('@observablehq/plot');
  const d3 = pathToFileURL(createRequire(plot).resolve('d3')).href;
  return [new URL('../dist/d3.min.js', d3), new URL('../dist/plot.umd.min.js', plot)].map(
    (file) => `<script>${readFileSync(file, 'utf8')}</script>`,
  );
}
