import type { Schemas } from '../../../api/operations.ts';
import type { DraftDataset } from './draft-dataset.ts';
import { layOutTiles } from './lay-out-tiles.ts';
import { type Access, rulesOf } from './propose-access.ts';
import type { ProposedDashboard } from './propose-dashboard.ts';

export interface Accepted {
  readonly connectionId: string;
  readonly datasets: readonly (DraftDataset & { readonly access: Access })[];
  /** With the tiles that were chosen. */
  readonly dashboard?: ProposedDashboard & { readonly id: string; readonly appId: string };
  /** Where the dashboard is not in an existing one. */
  readonly app?: { readonly id: string; readonly title: string; readonly workspaceId: string };
}

/** The request that creates what was accepted. */
export function bundleOf({ connectionId, datasets, dashboard, app }: Accepted): Schemas['NewBundle'] {
  return {
    datasets: datasets.map(({ id, name, source, columns, measures, relationships, access }) => ({
      id,
      name,
      connectionId,
      source,
      columns,
      ...(measures.length > 0 && { measures }),
      ...(relationships.length > 0 && { relationships }),
      ...rulesOf(access),
    })),
    // Otherwise the layout could not be edited with other fields than those that are published (ADR 324).
    ...(app && { app: { ...app, datasets: datasets.map(({ id }) => id) } }),
    ...(dashboard && {
      dashboard: {
        id: dashboard.id,
        appId: dashboard.appId,
        title: dashboard.title,
        ...(dashboard.filters.length > 0 && { filters: dashboard.filters }),
        crossFilter: true,
        items: layOutTiles(dashboard.tiles),
      },
    }),
  };
}
