import { createLocale } from '@inlay/charts/format/create-locale';
import type { Locale } from '@inlay/charts/format/locale';
import type { ViewerCalendar } from '@inlay/protocol/query';
import { speaks } from '../render/words/page-words.ts';
import type { ContextReader } from '../rules/context-reading.ts';
import { isTimeZone } from '../rules/zoned-time.ts';

/** Where a viewer is and how values are written for them. */
export interface ViewerSetting {
  readonly locale: Locale;
  readonly calendar: ViewerCalendar;
}

export interface AskedSetting {
  readonly lang?: string | undefined;
  readonly timeZone?: string | undefined;
  /** What the viewer's browser prefers, as HTTP writes it. */
  readonly acceptLanguage?: string | undefined;
}

/** What the customer's server signed counts before what the page says, and that before the browser. */
export function viewerSetting(asked: AskedSetting, viewer?: ContextReader): ViewerSetting {
  const language = asked.lang ?? preferred(asked.acceptLanguage) ?? 'en';
  const signedZone = textOf(viewer, 'time_zone');
  const timeZone =
    signedZone !== undefined && isTimeZone(signedZone) ? signedZone : (asked.timeZone ?? 'UTC');
  const currency = textOf(viewer, 'currency');
  return {
    locale: createLocale({
      language,
      timeZone,
      ...(currency !== undefined && /^[A-Z]{3}$/.test(currency) ? { currency } : {}),
    }),
    calendar: { timeZone, weekStart: weekStartOf(language), fiscalYearStart: 1 },
  };
}

function textOf(viewer: ContextReader | undefined, key: string): string | undefined {
  const reading = viewer?.attribute(key);
  return reading?.kind === 'value' && typeof reading.value === 'string' ? reading.value : undefined;
}

/** The first language of the browser's list that pages are written in. */
function preferred(header = ''): string | undefined {
  for (const entry of header.slice(0, 500).split(',')) {
    const tag = entry.split(';', 1)[0]?.trim() ?? '';
    if (!/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(tag) || !speaks(tag)) continue;
    try {
      return Intl.getCanonicalLocales(tag)[0];
    } catch {}
  }
  return undefined;
}

function weekStartOf(language: string): ViewerCalendar['weekStart'] {
  const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return (locale.getWeekInfo?.().firstDay ?? 1) as ViewerCalendar['weekStart'];
}
