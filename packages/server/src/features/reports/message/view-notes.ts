import { listFormat } from '@inlay/charts/format/list-format';
import { cutText } from '@inlay/protocol/cut-text';
import type { FilterValue } from '@inlay/protocol/frame-messages';
import { type EmbedRequest, fitPageState } from '../../embeds/index.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import { reportMessages } from './report-messages.ts';

const FILTER = '/filters/';
const MAX_VALUE = 60;
const MAX_FILTERS = 10;

/**
 * Which parts of the view that somebody subscribed to are gone. A missing filter is named: without it, a message shows
 * more rows than they asked for.
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
    const value = state.filters?.[name] ?? null;
    // Without a value, it filtered nothing.
    return value === null ? [] : [`${name}: ${valueText(value)}`];
  });
  const named = listFormat(language).format(filters.slice(0, MAX_FILTERS));
  return [
    ...(filters.length > 0 ? [messages.filtersGone({ count: filters.length, filters: named })] : []),
    ...(problems.some(({ path }) => !path.startsWith(FILTER)) ? [messages.partsGone] : []),
  ];
}

function valueText(value: FilterValue): string {
  const text = Array.isArray(value)
    ? value.map((each) => (typeof each === 'object' ? JSON.stringify(each) : String(each))).join(', ')
    : typeof value === 'object' && value !== null
      ? Object.values(value).join(' – ')
      : String(value);
  return text.length > MAX_VALUE ? `${cutText(text, MAX_VALUE)}…` : text;
}
