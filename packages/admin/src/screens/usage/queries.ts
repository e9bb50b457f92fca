import { query } from '../../api/query.ts';

/** In days; the first is the default. */
export const timeRanges = [30, 7, 90] as const;

export const quotasQuery = query('/quotas');

export const usageQuery = (search: URLSearchParams) => {
  const chosen = Number(search.get('days'));
  const days = timeRanges.find((range) => range === chosen) ?? timeRanges[0];
  return query('/usage', { query: { days } });
};
