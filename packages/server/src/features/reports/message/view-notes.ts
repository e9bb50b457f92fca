import { listFormat } from '@inlay/charts/format/list-format';
import { type EmbedRequest, fitPageState } from '../../embeds/index.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import { reportMessages } from './report-messages.ts';

const FILTER = '/filters/';
const MAX_FILTERS = 10;

/**
 * Which parts of the view that somebody subscribed to are gone. A missing filter is named: without it, a message shows
 * more rows than they asked for. Its value is not: the viewer may have lost access to its column since.
 */
export function viewNotes(
  request: EmbedRequest,
  { settings: { state } }: Pick<StoredSubscription, 'settings'>,
): readonly string[] {
  const { problems } = fitPageState(request, state);
  const { language } = request.locale;
  const messages = reportMessages(language);
  const filters = problems.flatMap(({ path }) => {
    if (!path.startsWith(FILTER)) return [];
    const name = path.slice(FILTER.length);
    // Without a value, it filtered nothing.
    return (state.filters?.[name] ?? null) === null ? [] : [name];
  });
  const named = listFormat(language).format(filters.slice(0, MAX_FILTERS));
  return [
    ...(filters.length > 0 ? [messages.filtersGone({ count: filters.length, filters: named })] : []),
    ...(problems.some(({ path }) => !path.startsWith(FILTER)) ? [messages.partsGone] : []),
  ];
}
