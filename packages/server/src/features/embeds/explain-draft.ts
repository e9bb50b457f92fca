import type { Dashboard } from '@inlay/protocol/dashboard';
import type { EmbedExplanation } from '@inlay/protocol/explanation';
import type { Story } from '@inlay/protocol/story';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Tile } from '@inlay/protocol/tile';
import { unfoldDashboard } from '@inlay/protocol/unfold-dashboard';
import { fieldsInvalid } from '../../platform/errors.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import { traceVisibility } from '../../platform/rules/evaluate-visibility.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { recordEvent } from '../audit/index.ts';
import type { ShownContent } from '../content/index.ts';
import {
  checkContent,
  explainContent,
  findItem,
  findItems,
  noSuchContent,
  referencesOf,
} from '../content/index.ts';
import { accessChecks, rulesCheck, sumUp, tilesIn } from './explain-embed.ts';

type DraftKind = 'tile' | 'story' | 'dashboard';

/**
 * Why a viewer would see what they see of content that is not saved, with the tiles that it names as they are worked
 * on: nobody needs to publish anything to find out.
 */
export async function explainDraft(
  services: Services,
  viewer: EmbedPrincipal,
  appId: string,
  { kind, content }: { readonly kind: DraftKind; readonly content: unknown },
  { actor, caller }: Acting,
): Promise<EmbedExplanation> {
  const { store } = services;
  const { tenantId } = viewer;
  const app = await findItem(store, tenantId, 'app', appId);
  if (!app) throw noSuchContent();
  const checked = checkContent(kind, content);
  if (checked.problems)
    throw fieldsInvalid(checked.problems.map((problem) => ({ ...problem, path: `/content${problem.path}` })));
  const target = await draftTarget(store, tenantId, app.id, kind, checked.content);
  const parts = explainContent(target, (rule) => traceVisibility(rule, viewer));
  const checks = [...accessChecks(viewer, app), rulesCheck(parts)];
  await store.write((transaction) =>
    recordEvent(transaction, tenantId, services.clock(), caller, {
      action: 'app.preview',
      actor,
      target: app.id,
      details: { as: viewer.username },
    }),
  );
  return sumUp(services, viewer, checks, parts, tilesIn(target));
}

async function draftTarget(
  store: Queries,
  tenantId: TenantId,
  appId: string,
  kind: DraftKind,
  content: object,
): Promise<ShownContent> {
  const named = { ...content, id: 'draft' };
  if (kind === 'tile') return { kind, tile: named as unknown as Tile };
  const ids = referencesOf(kind, content as never)
    .filter((reference) => reference.kind === 'tile')
    .map(({ id }) => id);
  const tiles = (await findItems(store, tenantId, 'tile', ids))
    .filter((tile) => tile.app_id === appId && tile.state !== 'archived')
    .map((tile) => ({ ...JSON.parse(tile.draft), id: tile.id }) as Tile);
  if (kind === 'story') return { kind, story: named as unknown as Story, tiles };
  const unfolded = unfoldDashboard(named as unknown as Dashboard);
  return { kind, dashboard: unfolded.dashboard, tiles: [...tiles, ...unfolded.tiles] };
}
