import type { ExportFile } from '@inlay/protocol/frame-messages';
import { makeExport } from '../export/lazy-export.ts';
import { FrameError } from '../frame-error.ts';
import type { PageRequest, RequestHandler } from '../host/host-link.ts';
import type { TileView } from '../tile/tile-view.tsx';
import { applyTheme, changeLanguage } from './lazy-changes.ts';
import { runSubscriptionRequest } from './lazy-subscriptions.ts';
import { isHidden, type OpenPage } from './open-page.ts';
import { type PageContext, wholeExport } from './page-context.ts';
import { isAboutSubscriptions } from './subscription-request.ts';

/** Handles the host's requests to an open embed. */
export function handleHostRequests(context: PageContext, page: OpenPage): void {
  context.link.onRequest(hostRequestHandler(context, page));
}

export function hostRequestHandler(context: PageContext, page: OpenPage): RequestHandler {
  return async (request) => {
    switch (request.type) {
      case 'set-token':
        return context.api.setToken(request.body.token);
      case 'get-filters':
        return { filters: context.choice.filters };
      case 'set-filters':
        await page.setFilters(request.body.filters);
        return null;
      case 'get-state':
        return page.getState();
      case 'set-state':
        await page.setState((await context.api.checkState(request.body.state)).state, 'host');
        return undefined;
      case 'set-variables':
        context.choice.variables = { ...context.choice.variables, ...request.body.variables };
        await page.reloadAll();
        return null;
      case 'set-theme':
        await applyTheme(context, request.body.theme);
        context.link.emit('rendered', { tiles: page.views.length });
        return null;
      case 'set-language':
        await changeLanguage(context, request.body.lang, page.relabel);
        await page.reloadAll();
        return null;
      case 'refresh':
        await page.reloadAll(true);
        return null;
      case 'export':
        return exportPage(context, page.views, request.body);
      default:
        if (isAboutSubscriptions(request)) return runSubscriptionRequest(context, request);
        throw new FrameError('UNSUPPORTED', 'Unknown request: update the instance.');
    }
  };
}

/** Exports one tile of a page, or all. */
export async function exportPage(
  context: PageContext,
  shown: readonly TileView[],
  { format, tileId }: Extract<PageRequest, { readonly type: 'export' }>['body'],
): Promise<ExportFile> {
  // Files of several tiles contain those of the open tab.
  const views = shown.filter(({ tile, element }) =>
    tileId === undefined ? !isHidden(element) : tile.id === tileId,
  );
  const [first] = views;
  if (!first) throw new FrameError('VALUE_INVALID', 'The embed shows no tile with this id.');
  if (format === 'xlsx' || format === 'pdf')
    return tileId === undefined
      ? context.api.exportFile(wholeExport(context, format))
      : first.serverFile(format);
  return makeExport(views, format, views.length === 1 ? first.tile.title : context.title);
}
