import type { BuilderDashboard, BuilderResponse } from '@inlay/content/builder';
import type { EditorDataset } from '@inlay/editor/editor-backend';
import { type EditorTexts, loadEditorTexts } from '@inlay/editor/editor-texts';
import { allFields } from '@inlay/editor/model/all-fields';
import { type BuilderMessages, loadBuilderMessages } from '@inlay/messages/builder';
import type { BuilderFeature } from '@inlay/protocol/frame-messages';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { PageContext } from '../page/page-context.ts';
import { type BuilderApi, createBuilderApi } from './builder-api.ts';
import { createDashboards, type Dashboards } from './dashboards.ts';
import { Refusal, refusalText } from './save/refusal.ts';

/** A short message that disappears by itself. */
interface Toast {
  readonly text: string;
  readonly tone?: 'bad';
}

/** What all parts of the builder share. */
export interface Builder {
  readonly context: PageContext;
  readonly api: BuilderApi;
  readonly messages: Signal<BuilderMessages>;
  readonly editorMessages: Signal<EditorTexts>;
  readonly phrases: Phrases;
  readonly data: Signal<BuilderResponse>;
  /** The datasets with all their fields in one list. */
  readonly datasets: ReadonlySignal<readonly EditorDataset[]>;
  readonly dashboards: Dashboards;
  readonly dialog: Signal<VNode | undefined>;
  readonly toast: Signal<Toast | undefined>;
  allows(feature: BuilderFeature): boolean;
  /** Runs an action and shows a message if it fails. Returns whether it succeeded. */
  attempt(work: () => Promise<unknown>): Promise<boolean>;
}

/** The texts that authors wrote, in the viewer's language. */
interface Phrases {
  translate(phrase: string): string;
  /** Phrases with their translations, so that a search finds both. */
  withTranslations(...phrases: readonly (string | null | undefined)[]): readonly string[];
  /** A title in a list. Editors see it as its author wrote it, not translated. */
  titleOf(dashboard: Pick<BuilderDashboard, 'title' | 'may'>): string;
}

export async function createBuilder(context: PageContext, rendered: Element | undefined): Promise<Builder> {
  const api = createBuilderApi(context.api);
  const lang = context.locale.lang();
  const [first, firstMessages, firstEditorMessages] = await Promise.all([
    api.open(lang, context.page.dashboardId),
    loadBuilderMessages(lang),
    loadEditorTexts(lang),
  ]);
  const messages = signal(firstMessages);
  const editorMessages = signal(firstEditorMessages);
  const data = signal(first);
  const toast = signal<Toast>();
  const allows = (feature: BuilderFeature) => context.page.features[feature] !== false;
  return {
    context,
    api,
    messages,
    editorMessages,
    phrases: createPhrases(data),
    data,
    datasets: computed(() =>
      data.value.datasets.map((each) => allFields(each, editorMessages.value.aggregationOf)),
    ),
    dashboards: createDashboards({ context, api, data, allows, rendered }),
    dialog: signal(undefined),
    toast,
    allows,
    attempt: async (work) => {
      try {
        await work();
        return true;
      } catch (error) {
        if (!(error instanceof Refusal)) console.error(error);
        toast.value = { text: refusalText(error, messages.value), tone: 'bad' };
        return false;
      }
    },
  };
}

function createPhrases(data: ReadonlySignal<BuilderResponse>): Phrases {
  const translate = (phrase: string) => {
    const { phrases } = data.value;
    return Object.hasOwn(phrases, phrase) ? (phrases[phrase] as string) : phrase;
  };
  return {
    translate,
    withTranslations: (...phrases) =>
      phrases.flatMap((phrase) => (phrase ? [phrase, translate(phrase)] : [])),
    titleOf: ({ title, may }) => (may.edit ? title : translate(title)),
  };
}

/** Loads all texts of the builder in the language that the page has now. */
export async function reloadMessages(builder: Builder): Promise<void> {
  const { context, api, data, messages, editorMessages, dashboards } = builder;
  if (dashboards.opened.value) dashboards.opened.value.rendered = undefined;
  const lang = context.locale.lang();
  editorMessages.value = await loadEditorTexts(lang);
  // If the translations fail to load, phrases appear as written; the rest still switches language.
  const { phrases } = await api.open(lang).catch(() => ({ phrases: {} }));
  data.value = { ...data.value, phrases };
  messages.value = await loadBuilderMessages(lang);
}
