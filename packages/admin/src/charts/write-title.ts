import { titleTile } from '@inlay/charts/format/title-tile';
import type { TileContent } from '@inlay/charts/tile';
import { api } from '../api/api.ts';
import { contentOf } from '../api/content.ts';
import { editorBackend } from '../screens/tiles/editor-backend.ts';
import { loadChartLocale } from './load-chart-locale.ts';
import type { TitledTile } from './titled-tile.ts';

/** A title with the values of its tile's data, over all rows. */
export async function writeTitle({ id, appId, title }: TitledTile, signal: AbortSignal): Promise<string> {
  const shown = await api.get('/tiles/{id}', { path: { id }, signal });
  const tile = contentOf(shown) as TileContent;
  const result = await editorBackend(appId).preview(tile, signal);
  return titleTile({ ...tile, title }, result, {}, await loadChartLocale()).title;
}
