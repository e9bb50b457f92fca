import { chartKinds, type TileKind } from '../../packages/charts/src/chart-kinds.ts';
import { loadLayouts } from '../../packages/charts/src/flatten-table.ts';
import { createTheme, themeValues } from '../../packages/charts/src/theme/create-theme.ts';
import { fixtures } from '../../packages/charts/test/fixtures/fixtures.ts';
import { at, sheet } from '../../packages/server/src/platform/render/document/sheet.ts';
import { tilePart } from '../../packages/server/src/platform/render/document/tile-part.ts';

/** The golden input that the reference shows of each kind. */
const SHOWN: Readonly<Record<TileKind, string>> = {
  kpi: 'kpi-spark',
  line: 'line-regions',
  area: 'area-stacked',
  bar: 'bar-countries',
  'bar-line': 'bar-line',
  pie: 'pie-donut',
  scatter: 'scatter-bubble',
  heatmap: 'heatmap-week',
  treemap: 'treemap',
  funnel: 'funnel',
  waterfall: 'waterfall',
  leaderboard: 'leaderboard',
  bullet: 'bullet-bands',
  histogram: 'histogram',
  'box-plot': 'box-plot',
  table: 'table',
  'pivot-table': 'pivot-default',
};

await loadLayouts();

const PADDING = 16;
const theme = createTheme();

/** A file in `docs/images/charts` for each kind: one drawing in light and dark. */
export const chartPictures = (): readonly { readonly name: string; readonly svg: string }[] =>
  chartKinds.map(({ kind }) => ({ name: `${kind}.svg`, svg: pictureOf(kind) }));

function pictureOf(kind: TileKind): string {
  const fixture = fixtures.find(({ name }) => name === SHOWN[kind]);
  if (!fixture) throw new Error(`The reference has no picture of the kind ${kind}: choose a fixture.`);
  const { tile, result, locale, chart } = fixture.props;
  const size = { width: chart.isCompact ? 280 : 608, height: chart.isCompact ? 178 : 330 };
  const whole = { width: size.width + 2 * PADDING, height: size.height + 2 * PADDING };
  const pen = { theme, locale, linkHosts: [], imageHosts: [] };
  const { svg } = tilePart(tile, { state: 'ready', result }, { ...size, variables: {} }, pen);
  return `${inBothModes(String(sheet(whole, pen, at(PADDING, PADDING, svg))))}\n`;
}

/** Colors as custom properties: those of the page's color scheme, also in an `<img>`. Hit targets, which nobody sees, go. */
function inBothModes(svg: string): string {
  const plain = new Map(
    (['surface', 'text', 'text-muted', 'grid', 'axis', 'track'] as const).map((name) => [
      theme.tokens[name],
      name,
    ]),
  );
  const colored = svg
    .replaceAll(/<rect (?:[^>]* )?fill="none"[^>]*(?:\/>|><\/rect>)/g, '')
    .replaceAll(/<g fill="none">(?:<(?:rect|circle|path)[^>]*><\/(?:rect|circle|path)>)*<\/g>/g, '')
    .replaceAll(/(?<=<svg [^>]*) font-family="[^"]*"/g, '')
    .replaceAll(/var\(--inlay-([\w-]+),(?:[^()]|\([^()]*\))*\)/g, 'var(--$1)')
    .replaceAll(/#[0-9a-f]{6}\b/g, (color) => (plain.has(color) ? `var(--${plain.get(color)})` : color));
  const used = [...new Set([...colored.matchAll(/var\(--([\w-]+)\)/g)].map(([, name = '']) => name))].sort();
  const values = (mode: 'light' | 'dark') => {
    const of = themeValues(mode);
    return used.map((name) => `--${name}:${of.get(`--inlay-${name}`)}`).join(';');
  };
  const style = `<style>svg{font-family:system-ui,sans-serif;${values('light')}}@media(prefers-color-scheme:dark){svg{${values('dark')}}}</style>`;
  return colored.replace(/^<svg[^>]*>/, (tag) => `${tag}${style}`);
}
