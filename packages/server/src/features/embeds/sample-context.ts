import type { SampleContext } from '@inlay/protocol/explanation';
import { UTC_CALENDAR } from '@inlay/protocol/query';
import { readAttributes } from '@inlay/protocol/read-attributes';
import { AppError } from '../../platform/errors.ts';
import type { UserPrincipal } from '../../platform/identity/principal.ts';
import type { Services } from '../../services.ts';
import { findEmbed, noSuchContent } from '../content/index.ts';
import { type Author, datasetsForAuthor, openAuthor, previewValues } from './preview-tile.ts';

/** The maximum number of attributes to fill in. */
const MAX_ATTRIBUTES = 6;
/** The time limit for sample values; after it, the form gets a placeholder. */
const TIMEOUT_MS = 2_000;
const UNKNOWN = '…';

type Value = string | number;

/**
 * The context of a user who sees something of an app: each attribute that row rules read, with a value that is in the
 * data. The first preview of an embed then has rows, and shows which attributes to sign.
 */
export async function sampleContext(
  services: Services,
  principal: UserPrincipal,
  appId: string,
  caller: AbortSignal,
): Promise<SampleContext> {
  const author = await openAuthor(services, principal, appId, undefined);
  const read = new Map<string, { readonly datasetId: string; readonly column: string | undefined }>();
  for (const { dataset } of await datasetsForAuthor(services, author))
    for (const { key, column } of readAttributes(dataset.definition))
      if (read.get(key)?.column === undefined) read.set(key, { datasetId: dataset.id, column });
  const deadline = services.time.deadline(TIMEOUT_MS);
  const signal = AbortSignal.any([caller, deadline.signal]);
  const attributes = await Promise.all(
    [...read].slice(0, MAX_ATTRIBUTES).map(async ([key, { datasetId, column }]) => {
      const value = column && (await firstValue(services, author, { datasetId, column }, signal));
      return [key, value ?? UNKNOWN] as const;
    }),
  ).finally(deadline.release);
  return {
    workspace_id: author.app.workspaceId,
    roles: ['USER'],
    privileges: { [appId]: ['view'] },
    attributes: Object.fromEntries(attributes),
  };
}

/** The sample context for an embed, by id or alias. */
export async function sampleContextOfEmbed(
  services: Services,
  principal: UserPrincipal,
  name: string,
  caller: AbortSignal,
): Promise<SampleContext> {
  const embed = await findEmbed(services.store, principal.tenantId, name);
  if (!embed) throw noSuchContent();
  return sampleContext(services, principal, embed.app_id, caller);
}

async function firstValue(
  services: Services,
  author: Author,
  query: { readonly datasetId: string; readonly column: string },
  signal: AbortSignal,
): Promise<Value | undefined> {
  try {
    const { result } = await previewValues(services, author, query, UTC_CALENDAR, signal);
    return result.columns[0]?.values.find((value) => typeof value === 'string' || typeof value === 'number');
  } catch (error) {
    if (signal.aborted || error instanceof AppError) return undefined;
    throw error;
  }
}
