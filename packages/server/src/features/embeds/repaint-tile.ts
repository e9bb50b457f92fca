import { titleTile } from '@inlay/charts/format/title-tile';
import type { ChosenPoint, PaintingAnswer, PaintingRequest, PointRequest } from '@inlay/protocol/embed-api';
import { readTheme } from '@inlay/protocol/embed-fields';
import type { Tile } from '@inlay/protocol/tile';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import { pageCategories } from '../../platform/render/page-categories.ts';
import { pageLook } from '../../platform/render/page-look.ts';
import { pointOf } from '../../platform/render/point-of.ts';
import { tilePicture } from '../../platform/render/tile-section.ts';
import type { Services } from '../../services.ts';
import { wornLook } from '../themes/index.ts';
import type { OpenEmbed } from './open-embed.ts';
import { answerTile, type TileQuestion } from './query-tile.ts';
import { renderInTurn } from './render-in-turn.ts';
import type { ViewerSetting } from './viewer-setting.ts';

type Wanted = Pick<PaintingRequest, 'width' | 'height' | 'mode' | 'theme' | 'item' | 'categories' | 'table'>;

/** A tile whose data, size or language has changed, as the page would have been painted with it. */
export async function repaintTile(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  tileId: string,
  question: TileQuestion,
  { locale }: ViewerSetting,
  { width, height, mode, theme, item, categories, table }: Wanted,
): Promise<PaintingAnswer> {
  const { tile, result, narrowed, notice } = await answerTile(services, viewer, opened, tileId, question);
  const worn = await wornLook(services.store, viewer.tenantId, [
    opened.app.theme,
    opened.embed.theme,
    theme === undefined ? undefined : readTheme(theme),
  ]);
  const look = pageLook(locale, [...worn, { mode }]);
  const heading = titleAt(opened, item) ?? tile.title;
  const titled = titleTile({ ...tile, title: heading }, result, question.variables, locale);
  const painted = { state: 'answered', result, narrowed } as const;
  // A page that was sent before this answer came does not know its names yet.
  const known = pageCategories([{ tile, result }], categories);
  const options = { size: { width, height }, categories: known, table };
  const { title, description } = titled;
  return {
    title,
    ...(description === undefined ? {} : { description }),
    html: await renderInTurn(services, viewer, () => tilePicture(titled, painted, look, options)),
    ...(notice === undefined ? {} : { notice }),
  };
}

/** The rows behind a mark that a viewer chose. */
export async function choosePoint(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  tileId: string,
  question: TileQuestion,
  { locale }: ViewerSetting,
  mark: Pick<PointRequest, 'label' | 'series' | 'width' | 'height'>,
): Promise<ChosenPoint | undefined> {
  const { tile, result } = await answerTile(services, viewer, opened, tileId, question);
  return pointOf({ tile, result, locale }, mark);
}

function titleAt({ content }: OpenEmbed, id: string | undefined): Tile['title'] | undefined {
  if (content.kind !== 'dashboard') return undefined;
  const item = content.dashboard.items.find((each) => each.id === id);
  return item && 'tile' in item ? item.title : undefined;
}
