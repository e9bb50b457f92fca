import type { Tile } from '@inlay/charts/tile';
import type { Embed } from '@inlay/content/embed';
import { type InstanceSettings, readEmbedFields } from '@inlay/protocol/embed-fields';
import { AppError } from '../../../platform/errors.ts';
import type { PageAssets } from '../../../platform/render/page-shell.ts';
import { evaluateVisibility } from '../../../platform/rules/evaluate-visibility.ts';
import type { Services } from '../../../services.ts';
import { type VisibleContent, visibleContent } from '../../content/index.ts';
import { readTenantSettings } from '../../tenants/index.ts';
import { renderPage } from '../page/render-page.ts';
import { createEmbedRequest, type EmbedRequest } from '../request/embed-request.ts';
import { viewerSetting } from '../request/viewer-setting.ts';
import { draftTarget } from './explain-embed.ts';
import { type Author, refuseInaccessibleTile } from './preview-tile.ts';

interface StoryPreview {
  readonly content: unknown;
  /** The same fields as in the form of an embed page. */
  readonly lang?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly theme?: string | undefined;
  readonly width?: number | undefined;
}

/** Only the steps of an embed page: the editor shows the rest around it. */
const options: NonNullable<Embed['options']> = { hide: ['title', 'filters', 'export', 'navigation'] };

/** The page that viewers would get of a story that is not saved, without a script. */
export async function previewStory(
  services: Services,
  author: Author,
  { content, width, ...fields }: StoryPreview,
  style: PageAssets['style'],
  signal: AbortSignal,
): Promise<string> {
  const { tenantId, app } = author;
  const target = await draftTarget(services.store, tenantId, app.id, 'story', content);
  const sent = Object.entries({ ...fields, width: width === undefined ? undefined : String(width) });
  const { settings } = readEmbedFields(sent.filter((entry): entry is [string, string] => !!entry[1]));
  const request = await storyRequest(services, author, { target, settings, signal });
  if (!request)
    throw new AppError('ACCESS_DENIED', { message: 'Visibility rules hide this step from this user.' });
  return (await renderPage(request, { settings, assets: { style, loader: undefined }, nonce: '' })).html;
}

interface StoryDraft {
  readonly target: VisibleContent;
  readonly settings: InstanceSettings;
  readonly signal: AbortSignal;
}

/** A request for a story that is not saved, as the viewer of the author would send it; undefined if rules hide all of it. */
export async function storyRequest(
  services: Services,
  author: Author,
  { target, settings, signal }: StoryDraft,
): Promise<EmbedRequest | undefined> {
  const { tenantId, app, viewer } = author;
  const visible = visibleContent(
    target,
    (rule) => viewer.bypassesRowRules || evaluateVisibility(rule, viewer) === 'true',
  );
  if (visible?.kind !== 'story') return undefined;
  await Promise.all(visible.tiles.map((tile) => refuseInaccessibleTile(services, author, tile)));
  return createEmbedRequest({
    services,
    viewer,
    opened: {
      embed: { id: 'preview', title: visible.story.title, target: { kind: 'story', id: 'preview' }, options },
      app,
      content: visible,
      tiles: new Map(visible.tiles.map((tile: Tile) => [tile.id, tile])),
    },
    setting: viewerSetting(settings, await readTenantSettings(services.store, tenantId), viewer),
    filters: {},
    variables: {},
    theme: settings.theme,
    signal,
  });
}
