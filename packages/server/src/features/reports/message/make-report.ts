import { formatMoment } from '@inlay/charts/format/format-date';
import { isRightToLeft } from '@inlay/charts/format/locale';
import { titleTile } from '@inlay/charts/format/title-tile';
import type { EmbedRequest } from '../../embeds/index.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import type { Report } from './report.ts';

/** What the viewer sees of a subscription now. */
export async function makeReport(request: EmbedRequest, subscription: StoredSubscription): Promise<Report> {
  const { locale, variables, tiles, now } = request;
  const tile = tiles.get(subscription.tile_id ?? subscription.content_id);
  return {
    title: subscription.title,
    language: locale.language,
    direction: isRightToLeft(locale) ? 'rtl' : 'ltr',
    filters: [],
    madeAt: formatMoment(now, undefined, true, locale),
    sections: tile ? [{ kind: 'tile', title: titleTile(tile, undefined, variables, locale).title }] : [],
    leftOut: 0,
    files: [],
    link: null,
    endsAt: null,
  };
}
