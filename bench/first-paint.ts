import { gzipSync } from 'node:zlib';
import { createLocale } from '@inlay/charts/format/create-locale';
import type { OpenPageState } from '@inlay/content/page-state';
import { openFrameBuild, sdkBuild } from '@inlay/server/features/embeds/page/embed-scripts-routes';
import { encodePage } from '@inlay/server/platform/http/encoding';
import { openStaticAssets } from '@inlay/server/platform/http/static-assets';
import { contentMarkup, contentPage } from '@inlay/server/platform/render/content-page';
import { html } from '@inlay/server/platform/render/html';
import type { PageInput } from '@inlay/server/platform/render/page-context';
import { createPageTheme } from '@inlay/server/platform/render/page-theme';
import { fixtures } from '../packages/charts/test/fixtures/fixtures.ts';
import { quietest } from './quietest.ts';
import { ms, printTable, type Row } from './table.ts';

/** What a server does after the query until a page is ready, and what is on the wire until its chart is visible. */
export async function benchFirstPaint(): Promise<void> {
  const { page, assets } = openFrameBuild();
  const pageTheme = createPageTheme(createLocale({ language: 'en-GB' }), []);
  const kinds = new Map(fixtures.map((fixture) => [fixture.props.tile.kind, fixture.props]));
  const launcher = (await openStaticAssets(sdkBuild).find('embedLauncher.js'))?.br.length ?? 0;
  const loader = page.loader === undefined ? 0 : ((await assets.find(page.loader))?.br.length ?? 0);
  const rows: Row[] = [];
  const pages = new Map<string, string>();
  for (const [kind, { tile, result }] of kinds) {
    const state: OpenPageState = {
      embedId: 'e',
      kind: 'tile',
      title: tile.title,
      lang: 'en-GB',
      expiresIn: 300,
      tiles: [],
      filters: [],
      filterValues: {},
      features: {},
    };
    const content: PageInput = {
      pageTheme,
      content: { kind: 'tile', tile },
      state,
      outcomes: new Map([[tile.id, { state: 'ready', result }]]),
      choices: [],
      width: 640,
      height: undefined,
      step: undefined,
      hiddenParts: [],
      notFilteredBy: new Map(),
    };
    const paint = () => {
      const { parts, css } = contentMarkup(content);
      return contentPage(content, { html: html`${[...parts]}`, css }, page, 'nonce-of-a-page-0000000');
    };
    const { p95 } = quietest(paint);
    const painted = paint();
    pages.set(kind, painted);
    const wire = (await encodePage(painted, 'zstd')).length + launcher;
    rows.push(
      { what: `${kind}: page after the query, p95`, figure: ms(p95), target: '1 ms', met: p95 <= 1 },
      {
        what: `${kind}: launcher and page`,
        figure: kilobytes(wire),
        target: '12 KB',
        met: wire <= 12 * 1024,
      },
    );
  }
  printTable(
    `First paint of a tile (compressed as for Chromium; its loader follows: ${kilobytes(loader)})`,
    rows,
  );
  printTable('What the page of a line holds', await partsOf(pages.get('line') ?? ''));
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

const PARTS = {
  'colours, light and dark': /:root,\[data-inlay-theme=light\].*?\n.*?\n[^}]*\}/,
  'rules that it uses': /(?<=\[data-inlay-theme=dark\]\{[^}]*\}).*?(?=<\/style>)/s,
  'rows behind the marks': / data-rows="[^"]*"/,
  'marks of tooltips and keys': /<g fill="none" pointer-events="all">.*?<\/svg>/s,
  'numbers as a table': /<table class="inlay-data">.*<\/table>/s,
  'state for the script': /<script type="application\/json".*?<\/script>/s,
};

/** Each part, and by how much the page would be smaller without it. */
async function partsOf(page: string): Promise<readonly Row[]> {
  const packed = async (text: string) => (await encodePage(text, 'zstd')).length;
  const whole = await packed(page);
  const rows: Row[] = [
    { what: 'all of it', figure: `${page.length} B, gzip ${gzipSync(page).length} B, brotli ${whole} B` },
  ];
  for (const [what, place] of Object.entries(PARTS)) {
    const part = place.exec(page)?.[0] ?? '';
    const without = whole - (await packed(page.replace(part, () => '')));
    rows.push({ what, figure: `${part.length} B, of the brotli ${without} B` });
  }
  return rows;
}
