import type { AlertDryRun } from '@inlay/content/subscription';
import type { SubscriptionsMessages } from '@inlay/messages/subscriptions';

interface DryRunTexts {
  readonly sentence: string;
  /** The latest first. */
  readonly fired: readonly string[];
  readonly more?: string;
}

const MAX_LISTED = 6;
const HOUR_MS = 3_600_000;

/** What a dry run found, in the viewer's words. */
export function dryRunTexts(
  { checks, fired }: AlertDryRun,
  messages: SubscriptionsMessages,
  { lang, timeZone }: { readonly lang: string; readonly timeZone: string },
): DryRunTexts {
  const [first] = checks;
  const last = checks.at(-1);
  if (!first || !last) return { sentence: messages.noPast, fired: [] };
  const firing = checks.filter(({ fires }) => fires).toReversed();
  const times = [...new Set(checks.map(({ at }) => Date.parse(at)))];
  const format = new Intl.DateTimeFormat(lang, { ...precisionOf(times), timeZone });
  // The text has the period.
  const texts = firing.map(({ member, text }) => (member === null ? text : `${member}: ${text}`));
  const listed = { fired: texts.slice(0, MAX_LISTED), ...moreText(texts.length, messages, lang) };
  if (times.length === 1)
    return { sentence: firing.length > 0 ? messages.firesNow : messages.quietNow, ...listed };
  // Checks are made when a period is over.
  const period = format.formatRange(Date.parse(first.at) - 1, Date.parse(last.at) - 1);
  return {
    sentence:
      fired === 0
        ? messages.wouldNotFire({ period })
        : messages.wouldFire({ count: fired, shown: fired.toLocaleString(lang), period }),
    ...listed,
  };
}

function moreText(all: number, { andMore }: SubscriptionsMessages, lang: string): Pick<DryRunTexts, 'more'> {
  const count = all - MAX_LISTED;
  return count > 0 ? { more: andMore({ count, shown: count.toLocaleString(lang) }) } : {};
}

/** Periods are named as precisely as they are long. */
function precisionOf(times: readonly number[]): Intl.DateTimeFormatOptions {
  const sorted = times.toSorted((a, b) => a - b);
  const shortest = Math.min(...sorted.slice(1).map((time, index) => time - (sorted[index] ?? time)));
  if (shortest > 24 * 300 * HOUR_MS) return { year: 'numeric' };
  if (shortest > 24 * 27 * HOUR_MS) return { year: 'numeric', month: 'short' };
  return shortest > 20 * HOUR_MS ? { dateStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' };
}
