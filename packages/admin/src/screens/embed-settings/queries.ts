import { query } from '../../api/query.ts';

/** What the checklist of the first steps looks at. */
export const lastExchange = query('/audit-events', {
  query: { action: 'token.issue', outcome: 'success', limit: 1 },
});
export const publishedEmbed = query('/embeds', { query: { state: 'published', limit: 1 } });
export const usageToday = query('/usage', { query: { days: 1 } });

export const firstApp = query('/apps', { query: { limit: 1 } });
