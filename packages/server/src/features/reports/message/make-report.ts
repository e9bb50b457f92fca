import { renderTiles } from '../../embeds/index.ts';
import type { EmbedRequest } from '../../embeds/request/embed-request.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import type { Report, ReportSection } from './report.ts';

/** Stub: draws tiles, and leaves the drawings out. */
export async function makeReport(request: EmbedRequest, subscription: StoredSubscription): Promise<Report> {
  const sections: ReportSection[] = [];
  const tasks = [...request.tiles.values()].map(({ id }) => ({ id }));
  for await (const { id, state } of renderTiles(request, tasks))
    sections.push({ kind: 'tile', title: id, note: state });
  return {
    title: subscription.title,
    language: subscription.settings.language,
    direction: 'ltr',
    filters: [],
    madeAt: new Date(request.services.time.now()).toISOString(),
    sections,
    leftOut: 0,
    files: [],
    link: null,
    endsAt: null,
  };
}
