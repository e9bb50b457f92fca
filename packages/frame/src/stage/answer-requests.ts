import type { ExportFile } from '@inlay/protocol/frame-messages';
import { makeExport } from '../export/make-export.ts';
import { FrameError } from '../frame-error.ts';
import type { LaterRequest } from '../host/host-link.ts';
import type { TileView } from '../tile/tile-view.tsx';
import { changeLanguage } from './change-language.ts';
import type { OpenPage } from './open-page.ts';
import type { Stage } from './stage.ts';
import { useTheme } from './use-theme.ts';

/** What a host may ask of an open embed. */
export function answerRequests(stage: Stage, page: OpenPage): void {
  stage.link.answerWith(async (request: LaterRequest) => {
    switch (request.type) {
      case 'set-token':
        return stage.api.useToken(request.body.token);
      case 'get-filters':
        return { filters: stage.choice.filters };
      case 'set-filters':
        await page.setFilters(request.body.filters);
        return null;
      case 'set-variables':
        stage.choice.variables = { ...stage.choice.variables, ...request.body.variables };
        await page.reloadAll();
        return null;
      case 'set-theme':
        await useTheme(stage, request.body.theme);
        stage.link.emit('rendered', { tiles: page.views.length });
        return null;
      case 'set-language':
        await changeLanguage(stage, request.body.lang, page.speakAgain);
        await page.reloadAll();
        return null;
      case 'refresh':
        await page.reloadAll(true);
        return null;
      case 'export':
        return exportPage(stage, page.views, request.body);
      default:
        throw new FrameError('UNSUPPORTED', 'Unknown request: update the instance.');
    }
  });
}

/** A file of one tile of a page, or of all. */
export async function exportPage(
  stage: Stage,
  shown: readonly TileView[],
  { format, tileId }: Extract<LaterRequest, { readonly type: 'export' }>['body'],
): Promise<ExportFile> {
  const views = shown.filter(({ tile }) => tileId === undefined || tile.id === tileId);
  const [first] = views;
  if (!first) throw new FrameError('VALUE_INVALID', 'The embed shows no tile with this id.');
  if (format === 'xlsx' || format === 'pdf')
    return tileId === undefined
      ? stage.api.exportFile({ ...stage.asked(), format })
      : first.serverFile(format);
  return makeExport(views, format, views.length === 1 ? first.tile.title : stage.title);
}
