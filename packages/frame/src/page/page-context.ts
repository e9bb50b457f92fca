import type { OpenPageState } from '@inlay/content/page-state';
import { type EmbedSettings, readEmbedFields } from '@inlay/protocol/embed-fields';
import type { EmbedFields, Feature, Filters, Theme, Variables } from '@inlay/protocol/frame-messages';
import { createEmbedApi, type EmbedApi } from '../embed-api.ts';
import type { HostLink } from '../host/host-link.ts';
import { colorMode } from './color-mode.ts';
import { createPageLocale, type PageLocale } from './page-locale.ts';
import { serializeTheme } from './serialize-theme.ts';
import { showNotice } from './show-notice.ts';

/** What the loader passes to the entry module. */
export interface LoadedPage {
  readonly page: OpenPageState;
  readonly link: HostLink;
  /** Resolves when the host sends `start`. */
  readonly fields: Promise<EmbedFields>;
}

/** The state and services that everything on a page shares. */
export interface PageContext {
  readonly page: OpenPageState;
  readonly link: HostLink;
  readonly api: EmbedApi;
  readonly locale: PageLocale;
  readonly settings: Promise<EmbedSettings>;
  /** What the viewer and the host have chosen; sent with every request. */
  readonly choice: { filters: Filters; variables: Variables; theme?: Theme | undefined };
  /** The title of the page, in the current language. */
  title: string;
  allows(feature: Feature): boolean;
  /** Calls the listener when the session expires and when it is renewed. */
  watchSession(listener: (over: boolean) => void): void;
  requestOptions(): { filters: Filters; variables: Variables; lang: string; timeZone?: string };
}

/** The options that all render requests share. */
export const renderChoices = (
  { page: { categories }, choice: { theme }, requestOptions }: PageContext,
  fresh: boolean,
) => ({
  ...requestOptions(),
  ...(fresh && { fresh }),
  mode: colorMode(),
  ...(theme !== undefined && { theme: serializeTheme(theme) }),
  ...(categories && { categories }),
});

export async function createPageContext({ page, link, fields }: LoadedPage): Promise<PageContext> {
  const settings = fields.then((given) => {
    const { settings, problems } = readEmbedFields(given);
    for (const problem of problems) console.warn(`Inlay: ${problem}`);
    return settings;
  });
  const locale = await createPageLocale(page.lang);
  const choice: PageContext['choice'] = { filters: page.filterValues, variables: {}, theme: page.theme };
  let next = Promise.withResolvers<string>();

  const watchers: ((over: boolean) => void)[] = [];
  const notify = (over: boolean) => {
    for (const listener of watchers) listener(over);
  };
  const onExpired = async () => {
    link.emit('token-expired', {});
    notify(true);
    // In the meantime, the host may also send a token by `set-token`.
    if ((await settings).renews) {
      const token = await Promise.race([link.requestToken(), next.promise]);
      notify(false);
      return token;
    }
    const dismiss = showNotice(locale.messages().expired);
    const token = await next.promise;
    dismiss();
    return token;
  };
  const plain = createEmbedApi({
    embedId: page.embedId,
    token: settings.then(({ token }) => token),
    onExpired,
  });
  const api: EmbedApi = {
    ...plain,
    setToken: async (token) => {
      const life = await plain.setToken(token);
      next.resolve(token);
      next = Promise.withResolvers();
      notify(false);
      return life;
    },
  };

  return {
    page,
    title: page.title,
    link,
    api,
    locale,
    settings,
    choice,
    watchSession: (listener) => void watchers.push(listener),
    allows: (feature) => page.features[feature] !== false,
    requestOptions: () => ({
      filters: choice.filters,
      variables: choice.variables,
      lang: locale.lang(),
      ...(page.timeZone !== undefined && { timeZone: page.timeZone }),
    }),
  };
}
