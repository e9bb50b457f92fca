import { gzipSync } from 'node:zlib';
import { createLocale } from '@inlay/charts/format/create-locale';
import type { OpenPageState } from '@inlay/protocol/page-state';
import { openAssetShelf } from '@inlay/server/http/asset-shelf';
import { builtFiles, openFrameBuild } from '@inlay/server/http/frame-build';
import { contentPage } from '@inlay/server/render/content-page';
import { pageLook } from '@inlay/server/render/page-look';
import { fixtures } from '../packages/charts/test/fixtures/fixtures.ts';
import { quietest } from './quietest.ts';
import { ms, printTable, type Row } from './table.ts';

/** What a server does after the query until a page is ready, and what is on the wire until its chart is visible. */
export async function benchFirstPaint(): Promise<void> {
  const { page, shelf } = openFrameBuild();
  const look = pageLook(createLocale({ language: 'en-GB' }), []);
  const kinds = new Map(fixtures.map((fixture) => [fixture.props.tile.kind, fixture.props]));
  const launcher = (await openAssetShelf(builtFiles('sdk/dist/')).find('embedLauncher.js'))?.gzip.length ?? 0;
  const loader = page.loader === undefined ? 0 : ((await shelf.find(page.loader))?.gzip.length ?? 0);
  const rows: Row[] = [];
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
    const paint = () =>
      contentPage(
        {
          look,
          content: { kind: 'tile', tile },
          state,
          paints: new Map([[tile.id, { state: 'answered', result }]]),
          choices: [],
          width: 640,
          height: undefined,
          step: undefined,
          hides: [],
        },
        page,
        'nonce-of-a-page-0000000',
      );
    const { p95 } = quietest(paint);
    const bytes = gzipSync(paint()).length;
    const wire = bytes + launcher + loader;
    rows.push(
      { what: `${kind}: page after the query, p95`, figure: ms(p95), target: '1 ms', met: p95 <= 1 },
      {
        what: `${kind}: launcher, page and loader`,
        figure: `${(wire / 1024).toFixed(1)} KB`,
        target: '12 KB',
        met: wire <= 12 * 1024,
      },
    );
  }
  printTable('First paint of a tile (gzip)', rows);
}
