import type { ExportsRequest } from '@inlay/content/embed-api';
import type { OpenPageState } from '@inlay/content/page-state';
import type { ViewState } from '@inlay/content/view-state';
import { type FieldProblem, type InstanceSettings, readEmbedFields } from '@inlay/protocol/embed-fields';
import type { EmbedFields, Feature, Filters, Theme, Variables } from '@inlay/protocol/frame-messages';
import { readLanguage, readsRightToLeft } from '@inlay/protocol/language';
import type { OnChoose } from '@inlay/ui/marks/follow-marks';
import { createEmbedApi, type EmbedApi } from '../embed-api.ts';
import { FrameError } from '../frame-error.ts';
import { type FrameTexts, loadFrameTexts } from '../frame-texts.ts';
import type { HostLink } from '../host/host-link.ts';
import { colorMode } from './color-mode.ts';
import { serializeTheme } from './serialize-theme.ts';
import { showNotice } from './show-notice.ts';

/** What the loader passes to the entry module. */
export interface LoadedPage {
  readonly page: OpenPageState;
  readonly link: HostLink;
  /** Resolves when the host sends `start`. */
  readonly fields: Promise<EmbedFields>;
  /** To be called once clicks and keys are handled: repeats those that came too early. */
  readonly repeatEarly: () => void;
}

/** The state and services that everything on a page shares. */
export interface PageContext {
  readonly page: OpenPageState;
  readonly link: HostLink;
  readonly api: EmbedApi;
  readonly locale: PageLocale;
  readonly settings: Promise<InstanceSettings>;
  /** What the viewer and the host have chosen; sent with every request. */
  readonly choice: {
    filters: Filters;
    variables: Variables;
    theme?: Theme | undefined;
    /** Switches and sorting by tile. */
    tiles: NonNullable<ViewState['tiles']>;
  };
  /** The title of the page, in the current language. */
  title: string;
  /** The saved view that is open; undefined is the author's. */
  viewId: string | undefined;
  allows(feature: Feature): boolean;
  /** What the viewer sees; set by the open page. */
  currentState(): ViewState;
  /** Tells the host; set by the open page. */
  stateChanged(by: 'viewer' | 'host'): void;
  /** Calls the listener when the session expires and when it is renewed. */
  watchSession(listener: (over: boolean) => void): void;
  /** Opens the dashboard that a click leads to: in place of the page, or in the builder. */
  openDashboard(id: string, filters: Filters): Promise<unknown>;
  /** The way back from a dashboard that a click opened. */
  readonly trail?: readonly { readonly title: string; show(): void }[];
  /** Handles marks of a dashboard that a click opened in place of this page. */
  linked?: OnChoose | undefined;
  /** The colors of members on the page. */
  readonly colors: { categories?: readonly string[] };
  requestOptions(): PageContext['colors'] & {
    filters: Filters;
    variables: Variables;
    lang: string;
    timeZone?: string;
  };
}

/** The options that all render requests share. */
export const renderChoices = ({ choice: { theme }, requestOptions }: PageContext, fresh: boolean) => ({
  ...requestOptions(),
  ...(fresh && { fresh }),
  mode: colorMode(),
  ...(theme !== undefined && { theme: serializeTheme(theme) }),
});

/** The request for a file of the whole embed. */
export const wholeExport = (
  { choice: { tiles }, requestOptions }: PageContext,
  format: ExportsRequest['format'],
): ExportsRequest => ({
  ...requestOptions(),
  format,
  choices: Object.fromEntries(Object.entries(tiles).map(([id, { sort: _, ...choice }]) => [id, choice])),
});

export async function createPageContext({ page, link, fields }: LoadedPage): Promise<PageContext> {
  for (const notice of page.notices ?? []) console.info(`Inlay: ${notice}`);
  const settings = fields.then((given) => {
    const { settings, problems } = readEmbedFields(given);
    if (problems.length > 0) void warnOf(problems);
    return settings;
  });
  const locale = await createPageLocale(page.lang);
  const choice: PageContext['choice'] = {
    filters: page.filterValues,
    variables: {},
    theme: page.theme,
    tiles: page.view?.state.tiles ?? {},
  };
  const colors: PageContext['colors'] = page.categories ? { categories: page.categories } : {};
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
    viewId: page.view?.id,
    link,
    api,
    locale,
    settings,
    choice,
    colors,
    watchSession: (listener) => void watchers.push(listener),
    // A host that does not know of messages to its viewers has not agreed to them.
    allows: (feature) => page.features[feature] ?? feature !== 'subscriptions',
    currentState: () => ({}),
    stateChanged: () => {},
    openDashboard: async () => {},
    requestOptions: () => ({
      filters: choice.filters,
      variables: choice.variables,
      lang: locale.lang(),
      ...(page.timeZone !== undefined && { timeZone: page.timeZone }),
      ...colors,
    }),
  };
}

async function warnOf(problems: readonly FieldProblem[]): Promise<void> {
  const { describeFieldProblem } = await import('@inlay/protocol/describe-field-problem');
  for (const problem of problems) console.warn(`Inlay: ${describeFieldProblem(problem)}`);
}

/** The viewer's language, which the host may change. */
export interface PageLocale {
  messages(): FrameTexts;
  lang(): string;
  /** Rejects with `VALUE_INVALID` if it is not a BCP 47 tag. */
  change(lang: string): Promise<void>;
}

async function createPageLocale(rendered: string): Promise<PageLocale> {
  let lang = rendered;
  let messages = await loadFrameTexts(lang);
  return {
    messages: () => messages,
    lang: () => lang,
    change: async (next) => {
      if (!readLanguage(next))
        throw new FrameError('VALUE_INVALID', '`lang` must be a language tag such as en or pt-BR.');
      messages = await loadFrameTexts(next);
      lang = next;
      document.documentElement.lang = next;
      document.documentElement.dir = readsRightToLeft(next) ? 'rtl' : 'ltr';
    },
  };
}
