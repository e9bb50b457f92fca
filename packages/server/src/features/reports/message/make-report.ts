import type { EmbedRequest } from '../../embeds/index.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import type { Report } from './report.ts';

/** What a subscription sends now. */
export async function makeReport({ locale }: EmbedRequest, { title }: StoredSubscription): Promise<Report> {
  const { language } = locale;
  const empty = { filters: [], sections: [], files: [] };
  return { title, language, direction: 'ltr', ...empty, madeAt: '', leftOut: 0, link: null, endsAt: null };
}
