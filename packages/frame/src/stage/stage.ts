import type { OpenPageState } from '@inlay/content/page-state';
import { type EmbedSettings, readEmbedFields } from '@inlay/protocol/embed-fields';
import type { EmbedFields, Feature, Filters, Theme, Variables } from '@inlay/protocol/frame-messages';
import { createEmbedApi, type EmbedApi } from '../embed-api.ts';
import type { HostLink } from '../host/host-link.ts';
import { modeNow } from './mode-now.ts';
import { showNotice } from './notice.ts';
import { createSpeech, type Speech } from './speech.ts';
import { themeText } from './theme-text.ts';

/** What the loader hands over. */
export interface Opening {
  readonly page: OpenPageState;
  readonly link: HostLink;
  /** Settles when the host says `start`. */
  readonly fields: Promise<EmbedFields>;
}

/** What everything on a page works with. */
export interface Stage {
  readonly page: OpenPageState;
  readonly link: HostLink;
  readonly api: EmbedApi;
  readonly speech: Speech;
  readonly settings: Promise<EmbedSettings>;
  /** What viewer and host have chosen; part of every question to the server. */
  readonly choice: { filters: Filters; variables: Variables; theme?: Theme | undefined };
  /** What the page is called, in the language of the moment. */
  title: string;
  allows(feature: Feature): boolean;
  /** Hears when the session is over, and when it goes on. */
  watchSession(hear: (over: boolean) => void): void;
  asked(): { filters: Filters; variables: Variables; lang: string; timeZone?: string };
}

/** What everything that is rendered has in common. */
export const renderChoices = ({ page: { categories }, choice: { theme }, asked }: Stage, fresh: boolean) => ({
  ...asked(),
  ...(fresh && { fresh }),
  mode: modeNow(),
  ...(theme !== undefined && { theme: themeText(theme) }),
  ...(categories && { categories }),
});

export async function createStage({ page, link, fields }: Opening): Promise<Stage> {
  const settings = fields.then((given) => {
    const { settings, problems } = readEmbedFields(given);
    for (const problem of problems) console.warn(`Inlay: ${problem}`);
    return settings;
  });
  const speech = await createSpeech(page.lang);
  const choice: Stage['choice'] = { filters: page.filterValues, variables: {}, theme: page.theme };
  let next = Promise.withResolvers<string>();

  const watchers: ((over: boolean) => void)[] = [];
  const tell = (over: boolean) => {
    for (const hear of watchers) hear(over);
  };
  const onExpired = async () => {
    link.emit('token-expired', {});
    tell(true);
    // The host may also bring one by `set-token` while it is asked.
    if ((await settings).renews) {
      const token = await Promise.race([link.askToken(), next.promise]);
      tell(false);
      return token;
    }
    const dismiss = showNotice(speech.words().expired);
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
    useToken: async (token) => {
      const life = await plain.useToken(token);
      next.resolve(token);
      next = Promise.withResolvers();
      tell(false);
      return life;
    },
  };

  return {
    page,
    title: page.title,
    link,
    api,
    speech,
    settings,
    choice,
    watchSession: (hear) => void watchers.push(hear),
    allows: (feature) => page.features[feature] !== false,
    asked: () => ({
      filters: choice.filters,
      variables: choice.variables,
      lang: speech.lang(),
      ...(page.timeZone !== undefined && { timeZone: page.timeZone }),
    }),
  };
}
