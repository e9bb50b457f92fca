import { gzipSync } from 'node:zlib';
import { createLocale } from '@inlay/charts/format/create-locale';
import { createPageTheme } from '@inlay/server/platform/render/page-theme';
import { chartMarkup } from '@inlay/server/platform/render/tile-section';
import { fixtures } from '../packages/charts/test/fixtures/fixtures.ts';
import { hard } from '../packages/charts/test/fixtures/hard.ts';
import type { Fixture } from '../packages/charts/test/fixtures/make-fixture.ts';
import { quietest } from './quietest.ts';
import { ms, printTable, type Row } from './table.ts';

const plainLook = createPageTheme(createLocale({ language: 'en-GB' }), []);

/** The share of a chart in the 12 KB until it is visible; the rest is launcher, page and loader. */
const MOST_KB = 8;

/** Pivot tables have many cells. */
const maxMs = (kind: string): number => (kind === 'pivot-table' ? 3 : 1);

/** Small multiples with one panel per city. Each panel is a chart, with the budget of one (ADR 340). */
const PANELS = 6;

/** Renders results with the data tables beside them: the slowest and the largest tile of each kind. */
export async function benchRenderTiles(): Promise<void> {
  const rows: Row[] = [];
  const single = fixtures.filter(({ props }) => props.tile.options?.panels === undefined);
  const kinds = Map.groupBy(single, kindOf);
  for (const [kind, tiles] of kinds) {
    const drawn = tiles.map((fixture) => {
      const render = renderOf(fixture);
      return { name: fixture.name, ...quietest(render), kilobytes: gzipSync(render()).length / 1024 };
    });
    const [slowest] = drawn.toSorted((a, b) => b.p95 - a.p95);
    const [largest] = drawn.toSorted((a, b) => b.kilobytes - a.kilobytes);
    if (!slowest || !largest) continue;
    rows.push(
      {
        what: `${kind}: slowest of ${drawn.length}, ${slowest.name}, p95`,
        figure: ms(slowest.p95),
        ratio: `median ${ms(slowest.p50)}`,
        target: `${maxMs(kind)} ms`,
        met: slowest.p95 <= maxMs(kind),
      },
      {
        what: `${kind}: largest of ${drawn.length}, ${largest.name}`,
        figure: `${largest.kilobytes.toFixed(1)} KB`,
        target: `${MOST_KB} KB`,
        met: largest.kilobytes <= MOST_KB,
      },
    );
  }
  const inPanels = hard.filter(({ name }) => /-panels-(gaps|series)$/.test(name));
  for (const [kind, tiles] of Map.groupBy(inPanels, kindOf)) {
    const drawn = tiles.map((fixture) => quietest(renderOf(fixture)));
    const p95 = Math.max(...drawn.map((each) => each.p95)) / PANELS;
    rows.push({
      what: `${kind}: one of ${PANELS} panels, p95`,
      figure: ms(p95),
      ratio: `median ${ms(Math.max(...drawn.map(({ p50 }) => p50)) / PANELS)}`,
      target: '1 ms',
      met: p95 <= 1,
    });
  }
  printTable('A tile rendered by the server, with its numbers as a table (gzip)', rows);
}

const kindOf = ({ props }: Fixture) => props.tile.kind;

function renderOf({ props }: Fixture): () => string {
  const { tile, result, size, theme, locale } = props;
  const pageTheme = { ...plainLook, theme, locale };
  // A copy of the result each time: the server remembers what it has drawn of the same one.
  return () => chartMarkup(tile, { state: 'ready', result: { ...result } }, pageTheme, { size });
}
