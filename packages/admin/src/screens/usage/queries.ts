import { query } from '../../api/query.ts';

export const timeSpans = [
  ['', 'Last 30 days'],
  ['7', 'Last 7 days'],
  ['90', 'Last 90 days'],
] as const;

export const usageQuery = (search: URLSearchParams) => {
  const chosen = search.get('days');
  const days = timeSpans.some(([value]) => value === chosen) && chosen ? Number(chosen) : 30;
  return query('/usage', { query: { days } });
};
