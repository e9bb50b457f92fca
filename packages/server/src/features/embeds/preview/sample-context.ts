import type { SampleContext } from '@inlay/protocol/explanation';
import { UTC_CALENDAR } from '@inlay/protocol/query';
import { readAttributes } from '@inlay/protocol/read-attributes';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/identity/principal.ts';
import type { Services } from '../../../services.ts';
import { findEmbed, noSuchContent } from '../../content/index.ts';
import { type Author, datasetsForAuthor, openAuthor, previewValues } from './preview-tile.ts';
import { type UsedAttribute, usedAttributes } from './used-attributes.ts';

/** The number of attributes to look up a value for. */
const MAX_LOOKUPS = 12;
/** The time limit for sample values; after it, the form gets a placeholder. */
const TIMEOUT_MS = 2_000;
const UNKNOWN = '…';

type Value = string | number;

/**
 * The context of a user who sees something of an app: each attribute that row rules read, with a value that is in the
 * data. Authors preview content with it that may use any of the app's datasets.
 */
export async function sampleContext(
  services: Services,
  principal: Principal,
  appId: string,
  caller: AbortSignal,
): Promise<SampleContext> {
  const author = await openAuthor(services, principal, appId, undefined);
  const used: UsedAttribute[] = [];
  for (const { dataset } of await datasetsForAuthor(services, author))
    for (const read of readAttributes(dataset.definition)) used.push({ ...read, datasetId: dataset.id });
  return sampleOf(services, author, used, caller);
}

/**
 * The context of a viewer who sees something of an embed, by id or alias: exactly the attributes that its content uses.
 * The first preview then has rows, and shows which attributes to sign.
 */
export async function sampleContextOfEmbed(
  services: Services,
  principal: Principal,
  name: string,
  caller: AbortSignal,
): Promise<SampleContext> {
  const embed = await findEmbed(services.store, principal.tenantId, name);
  if (!embed) throw noSuchContent();
  const author = await openAuthor(services, principal, embed.app_id, undefined);
  const used = await usedAttributes(services.store, principal.tenantId, embed);
  return sampleOf(services, author, used, caller);
}

async function sampleOf(
  services: Services,
  author: Author,
  used: readonly UsedAttribute[],
  caller: AbortSignal,
): Promise<SampleContext> {
  const byKey = new Map<string, UsedAttribute>();
  for (const each of used) if (byKey.get(each.key)?.column === undefined) byKey.set(each.key, each);
  const deadline = services.time.deadline(TIMEOUT_MS);
  const signal = AbortSignal.any([caller, deadline.signal]);
  const attributes = await Promise.all(
    [...byKey.values()].map(async ({ key, datasetId, column }, index) => {
      const isLookedUp = datasetId !== undefined && column !== undefined && index < MAX_LOOKUPS;
      const value = isLookedUp && (await firstValue(services, author, { datasetId, column }, signal));
      return [key, value === undefined || value === false ? UNKNOWN : value] as const;
    }),
  ).finally(deadline.release);
  return {
    workspace_id: author.app.workspaceId,
    roles: ['USER'],
    privileges: { [author.app.id]: ['view'] },
    attributes: Object.fromEntries(attributes),
  };
}

async function firstValue(
  services: Services,
  author: Author,
  query: { readonly datasetId: string; readonly column: string },
  signal: AbortSignal,
): Promise<Value | undefined> {
  try {
    const { result } = await previewValues(services, author, query, { calendar: UTC_CALENDAR, signal });
    return result.columns[0]?.values.find((value) => typeof value === 'string' || typeof value === 'number');
  } catch (error) {
    if (signal.aborted || error instanceof AppError) return undefined;
    throw error;
  }
}
