import { contrast, readableAgainst } from '@inlay/charts/theme/contrast';
import { themeValues } from '@inlay/charts/theme/create-theme';
import { type EmailsMessages, loadEmailsMessages } from '@inlay/messages/emails';
import { locales } from '@inlay/messages/locales';
import { matchLanguage, readsRightToLeft } from '@inlay/protocol/language';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ThemeContent } from '@inlay/protocol/theme';
import type { Services } from '../../services.ts';
import { findTenant, readTenantSettings, tenantUrl } from '../tenants/index.ts';
import { findFirstTheme, findTheme } from '../themes/index.ts';
import { type MailLogo, readMailLogo } from './mail-logo.ts';
import { readMailSetup } from './mail-settings.ts';

/** What the messages of a tenant look like and say: its name, colors and language. Nothing in them names this product. */
export interface MailLook {
  readonly brand: string;
  /** In place of the brand, which is its text alternative. */
  readonly logo: MailLogo | null;
  /** The tenant's address, from its configuration and never from a request. */
  readonly url: URL;
  readonly messages: EmailsMessages;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly timeZone: string;
  readonly light: MailColors;
  readonly dark: MailColors;
}

export interface MailColors {
  readonly page: string;
  readonly surface: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  /** Behind the facts. */
  readonly track: string;
  /** The button. */
  readonly accent: string;
  readonly onAccent: string;
  /** The accent as text, readable on the surface. */
  readonly link: string;
}

/** @param wanted the recipient's language, if it is not the tenant's */
export async function readMailLook(
  { store, config }: Pick<Services, 'store' | 'config'>,
  tenantId: TenantId,
  wanted?: string,
): Promise<MailLook | undefined> {
  const tenant = await findTenant(store, tenantId);
  if (!tenant) return undefined;
  const { theme: name, logo } = (await readMailSetup(store, tenantId)).settings;
  const { timeZone, ...settings } = await readTenantSettings(store, tenantId);
  const language = wanted ?? settings.language;
  const theme =
    name === null ? await findFirstTheme(store, tenantId) : await findTheme(store, tenantId, name);
  const spoken = language !== null && matchLanguage(language, known) ? language : 'en';
  return {
    brand: tenant.name,
    logo: logoOf(logo),
    url: tenantUrl(tenant, config.publicUrl),
    messages: await loadEmailsMessages(spoken),
    language: spoken,
    direction: readsRightToLeft(spoken) ? 'rtl' : 'ltr',
    timeZone: timeZone ?? 'UTC',
    ...mailColors(theme?.content ?? {}),
  };
}

/** A stored one that is not valid, as from an edited backup, stops no email. */
function logoOf(dataUrl: string | null): MailLogo | null {
  const logo = dataUrl === null ? null : readMailLogo(dataUrl);
  return typeof logo === 'string' ? null : logo;
}

const known = locales.map(({ locale }) => locale);

/** The neutral colors are ours, because mail clients change others; the accent is the tenant's. */
export const MAIL_NEUTRALS = {
  light: {
    page: '#f4f5f7',
    surface: '#ffffff',
    text: '#16191f',
    muted: '#5b6370',
    line: '#e3e6ea',
    track: '#f6f7f9',
  },
  dark: {
    page: '#0f1115',
    surface: '#181b21',
    text: '#eceef2',
    muted: '#a2aab6',
    line: '#2b3038',
    track: '#20242b',
  },
} as const;

export const mailColors = (theme: ThemeContent): Pick<MailLook, 'light' | 'dark'> => ({
  light: colorsOf('light', theme),
  dark: colorsOf('dark', theme),
});

function colorsOf(mode: 'light' | 'dark', theme: ThemeContent): MailColors {
  const neutrals = MAIL_NEUTRALS[mode];
  const accent = themeValues(mode, theme[mode]).get('--inlay-accent') ?? neutrals.text;
  const onAccent = contrast(accent, '#ffffff') >= 4.5 ? '#ffffff' : '#101216';
  return { ...neutrals, accent, onAccent, link: readableAgainst(neutrals.surface, accent, neutrals.text) };
}
