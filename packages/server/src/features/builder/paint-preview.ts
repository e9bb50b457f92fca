import { labelPivots } from '@inlay/charts/format/pivot-label';
import { titleTile } from '@inlay/charts/format/title-tile';
import type { PreviewAnswer, PreviewRequest } from '@inlay/protocol/builder-preview';
import type { Variables } from '@inlay/protocol/frame-messages';
import { pageLook } from '../../platform/render/page-look.ts';
import { tilePicture } from '../../platform/render/tile-section.ts';
import type { Services } from '../../services.ts';
import type { AnsweredTile, ViewerSetting } from '../embeds/index.ts';
import { renderInTurn } from '../embeds/index.ts';
import { wornLook } from '../themes/index.ts';
import type { Builder } from './open-builder.ts';

/** A chart that is not saved yet, drawn as viewers will see it: browsers that build are sent no chart code either. */
export async function paintPreview(
  services: Pick<Services, 'store' | 'queues'>,
  { viewer, app, embed }: Builder,
  { tile, result }: Pick<AnsweredTile, 'tile' | 'result'>,
  { locale }: ViewerSetting,
  { width, height, mode }: NonNullable<PreviewRequest['paint']>,
  variables: Variables,
): Promise<Pick<PreviewAnswer, 'html' | 'title' | 'description'>> {
  const worn = await wornLook(services.store, viewer.tenantId, [app.theme, embed.theme]);
  const look = pageLook(locale, [...worn, { mode }]);
  const titled = titleTile(tile, result, variables, locale);
  const { title, description } = titled;
  const painted = { state: 'answered', result: labelPivots(result, locale) } as const;
  const html = await renderInTurn(services, viewer, () =>
    tilePicture(titled, painted, look, { size: { width, height } }),
  );
  return { html, title, ...(description === undefined ? {} : { description }) };
}
