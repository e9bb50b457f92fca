import type { AllowedHosts } from '@inlay/charts/chart-props';
import { createLocale } from '@inlay/charts/format/create-locale';
import type { Locale } from '@inlay/charts/format/locale';
import type { ViewerCalendar } from '@inlay/protocol/query';
import { remember } from '@inlay/protocol/remember';
import type { TenantSettings } from '@inlay/protocol/tenant-settings';
import { isSupportedLanguage } from '../../../platform/render/page-messages.ts';
import type { ContextReader } from '../../../platform/rules/context-reading.ts';
import { isTimeZone } from '../../../platform/time/zoned-time.ts';

/** A viewer's locale and calendar, where links may lead, and where images may come from. */
export interface ViewerSetting extends AllowedHosts {
  readonly locale: Locale;
  readonly calendar: ViewerCalendar;
}

export interface RequestedSetting {
  readonly lang?: string | undefined;
  readonly timeZone?: string | undefined;
  /** The `Accept-Language` header. */
  readonly acceptLanguage?: string | undefined;
}

/**
 * In order of precedence: attributes that the customer's server signed, fields of the page, settings of the tenant,
 * preferences of the browser.
 */
export function viewerSetting(
  requested: RequestedSetting,
  ofTenant: TenantSettings,
  viewer?: ContextReader,
): ViewerSetting {
  const language = requested.lang ?? ofTenant.language ?? preferred(requested.acceptLanguage) ?? 'en';
  const signed = (key: string) => attributeOf(viewer, key);
  const zone = signed('time_zone');
  const timeZone =
    typeof zone === 'string' && isTimeZone(zone) ? zone : (requested.timeZone ?? ofTenant.timeZone ?? 'UTC');
  const money = signed('currency');
  const currency = typeof money === 'string' && /^[A-Z]{3}$/.test(money) ? money : ofTenant.currency;
  const fiscalYearStart = within(signed('fiscal_year_start'), 12) ?? ofTenant.fiscalYearStart ?? 1;
  const weekStart = within(signed('week_start'), 7) ?? ofTenant.weekStart ?? weekStartOf(language);
  return {
    locale: createLocale({ language, timeZone, fiscalYearStart, ...(currency === null ? {} : { currency }) }),
    calendar: { timeZone, weekStart, fiscalYearStart },
    linkHosts: ofTenant.allowedLinkHosts,
    imageHosts: ofTenant.allowedImageHosts,
  };
}

function attributeOf(viewer: ContextReader | undefined, key: string): unknown {
  const reading = viewer?.attribute(key);
  return reading?.kind === 'value' ? reading.value : undefined;
}

/** A whole number from 1, which some signers write as text. */
function within(value: unknown, max: number): number | undefined {
  const number = typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value;
  return Number.isInteger(number) && (number as number) >= 1 && (number as number) <= max
    ? (number as number)
    : undefined;
}

/** The first language of the browser's list that pages are written in. */
function preferred(header = ''): string | undefined {
  for (const entry of header.slice(0, 500).split(',')) {
    const tag = entry.split(';', 1)[0]?.trim() ?? '';
    if (!/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(tag) || !isSupportedLanguage(tag)) continue;
    try {
      return Intl.getCanonicalLocales(tag)[0];
    } catch {
      // Well-formed but not a known language tag: try the next one.
    }
  }
  return undefined;
}

const weekStartOf = remember(100, (language: string) => {
  const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return locale.getWeekInfo?.().firstDay ?? 1;
});
