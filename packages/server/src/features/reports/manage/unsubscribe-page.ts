import type { TenantId } from '@inlay/protocol/tenant-id';
import { html } from '../../../platform/render/html.ts';
import { messageBody } from '../../../platform/render/message-page.ts';
import { pageMessages } from '../../../platform/render/page-messages.ts';
import { type PageAssets, pageShell } from '../../../platform/render/page-shell.ts';
import { createPageTheme } from '../../../platform/render/page-theme.ts';
import type { Services } from '../../../services.ts';
import { viewerSetting } from '../../embeds/index.ts';
import { readTenantSettings } from '../../tenants/index.ts';
import { findFirstTheme } from '../../themes/index.ts';

interface UnsubscribePage {
  readonly tenantId: TenantId;
  readonly state: 'asks' | 'done';
  readonly nonce: string;
  readonly assets: PageAssets;
  /** Of the subscription; undefined if there is none, which the page does not tell. */
  readonly language: string | undefined;
  readonly acceptLanguage: string | undefined;
}

/** Asks before it unsubscribes, and confirms it, without a script. It is the same for every token. */
export async function unsubscribePage(
  { store }: Pick<Services, 'store'>,
  { tenantId, state, nonce, assets, language: lang, acceptLanguage }: UnsubscribePage,
): Promise<string> {
  const ofTenant = await readTenantSettings(store, tenantId);
  const theme = await findFirstTheme(store, tenantId);
  const { locale } = viewerSetting({ lang, acceptLanguage }, ofTenant);
  const pageTheme = createPageTheme(locale, theme ? [theme.content] : []);
  const { title, hint, action } = { action: '', ...pageMessages(locale.language).unsubscribe[state] };
  // Without an action, a form posts to the address of its page.
  const form = state === 'asks' && html`<form method="post"><button type="submit">${action}</button></form>`;
  const body = messageBody(html`<h1>${title}</h1><p>${hint}</p>${form}`);
  return pageShell({ pageTheme, title, body }, assets, nonce);
}
