import type { PreviewRequest } from '@inlay/protocol/builder';
import { pageLook } from '../../render/page-look.ts';
import { tilePicture } from '../../render/tile-section.ts';
import { writeTitle } from '../../render/write-value.ts';
import type { Services } from '../../services.ts';
import type { AnsweredTile } from '../answer-tile.ts';
import type { ViewerSetting } from '../viewer-setting.ts';
import { wornLook } from '../worn-look.ts';
import type { Builder } from './open-builder.ts';

/** A chart that is not saved yet, drawn as viewers will see it: browsers that build are sent no chart code either. */
export async function paintPreview(
  { store }: Pick<Services, 'store'>,
  { viewer, app, embed }: Builder,
  { tile, result }: AnsweredTile,
  { locale }: ViewerSetting,
  { width, height, mode }: NonNullable<PreviewRequest['paint']>,
): Promise<string> {
  const worn = await wornLook(store, viewer.tenantId, [app.theme, embed.theme]);
  const look = pageLook(locale, [...worn, { mode }]);
  const title = writeTitle(tile.title, {}, locale);
  return tilePicture({ ...tile, title }, { state: 'answered', result }, look, { size: { width, height } });
}
