import type { EmbedTarget } from '@inlay/content/embed';
import { MAX_WHOLE_LIMIT } from '@inlay/protocol/max-whole-limit';
import { query } from './query.ts';

/** Queries that several screens start with. */
const all = { query: { limit: 200 } };

export const allApps = query('/apps', all);
export const allConnections = query('/connections', all);
export const allDatasets = query('/datasets', all);
export const allFiles = query('/files', all);
export const allGroups = query('/groups', all);
export const allWorkspaces = query('/workspaces', all);
export const engineList = query('/engines');
export const embedSettings = query('/embed-settings');
export const knownAttributes = query('/embed-settings/known-attributes');

export const appQuery = (id: string) => query('/apps/{id}', { path: { id } });
export const embedQuery = (id: string) => query('/embeds/{id}', { path: { id } });
export const datasetsOfApp = (id: string) =>
  query('/apps/{id}/datasets', { path: { id }, query: { limit: MAX_WHOLE_LIMIT } });
export const embedsOfApp = (app: string) => query('/embeds', { query: { limit: 200, app } });
export const embedsOf = (kind: EmbedTarget['kind'], ...ids: readonly string[]) =>
  query('/embeds', { query: { limit: 200, targets: ids.map((id) => `${kind}/${id}`).join(',') } });
export const tilesOfApp = (app: string) => query('/tiles', { query: { limit: 200, app } });
export const sampleOfApp = (id: string) => query('/apps/{id}/sample-context', { path: { id } });
