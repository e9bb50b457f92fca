import type {
  BuilderContent,
  BuilderDashboard,
  BuilderDocument,
  BuilderResponse,
  NewDashboard,
} from '@inlay/content/builder';
import type { EditorDataset } from '@inlay/editor/editor-backend';
import type { EditorTexts } from '@inlay/editor/editor-texts';
import { loadEditorTexts } from '@inlay/editor/editor-texts';
import { allFields } from '@inlay/editor/model/all-fields';
import type { BuilderMessages } from '@inlay/messages/builder';
import { loadBuilderMessages } from '@inlay/messages/builder';
import type { BuilderFeature, DashboardReference, Filters } from '@inlay/protocol/frame-messages';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { PageContext } from '../page/page-context.ts';
import { type BuilderApi, createBuilderApi, type Transition } from './builder-api.ts';
import { filtersFor } from './filters-for.ts';
import { type OpenDashboard, openDashboard } from './open-dashboard.ts';
import { browserStorage, createDraftStore, type DraftStore } from './save/draft-store.ts';
import { Refusal } from './save/refusal.ts';
import { refusalText } from './save/refusal-text.ts';
import { isUnsaved, type SaveState } from './save/save-state.ts';

/** A short message that disappears by itself. */
interface Toast {
  readonly text: string;
  readonly tone?: 'bad';
}

/** The builder: its data, the open dashboard, and the actions that are available everywhere. */
export interface Builder {
  readonly context: PageContext;
  readonly api: BuilderApi;
  readonly messages: Signal<BuilderMessages>;
  readonly editorMessages: Signal<EditorTexts>;
  readonly data: Signal<BuilderResponse>;
  /** The datasets with all their fields in one list. */
  readonly datasets: ReadonlySignal<readonly EditorDataset[]>;
  readonly opened: ReadonlySignal<OpenDashboard | undefined>;
  readonly dialog: Signal<VNode | undefined>;
  readonly toast: Signal<Toast | undefined>;
  readonly drafts: DraftStore<BuilderContent>;
  allows(feature: BuilderFeature): boolean;
  open(id: string, edit?: boolean, filters?: Filters): Promise<DashboardReference>;
  create(from: NewDashboard): Promise<DashboardReference>;
  transition(transition: Transition, comment?: string): Promise<void>;
  /** Restores a revision of the open dashboard. */
  restore(revision: number): Promise<void>;
  remove(): Promise<void>;
  goHome(): void;
  /** The markup that the server rendered for this dashboard, unless it was used already. */
  takeRendered(id: string): Element | undefined;
  /** Runs an action and shows a message if it fails. Returns whether it succeeded. */
  attempt(work: () => Promise<unknown>): Promise<boolean>;
  notify(text: string): void;
  /** The translation of a phrase that an author wrote. */
  translate(phrase: string): string;
  /** Phrases with their translations, so that a search finds both. */
  withTranslations(...phrases: readonly (string | null | undefined)[]): readonly string[];
  /** A title in a list. Editors see it as its author wrote it, not translated. */
  titleOf(dashboard: Pick<BuilderDashboard, 'title' | 'may'>): string;
  reloadMessages(): Promise<void>;
}

const referenceOf = ({ id, title }: Pick<BuilderDashboard, 'id' | 'title'>): DashboardReference => ({
  dashboardId: id,
  title,
});

/** The viewer's own unpublished dashboards open for editing. */
const isOwnWork = ({ dashboard: { mine, state } }: BuilderDocument): boolean => mine && state !== 'published';

export async function createBuilder(context: PageContext, rendered: Element | undefined): Promise<Builder> {
  const api = createBuilderApi(context.api);
  const wanted = context.page.dashboardId;
  const lang = context.locale.lang();
  const [first, firstMessages, firstEditorMessages] = await Promise.all([
    api.open(lang, wanted),
    loadBuilderMessages(lang),
    loadEditorTexts(lang),
  ]);
  const messages = signal(firstMessages);
  const editorMessages = signal(firstEditorMessages);
  const data = signal(first);
  const opened = signal<OpenDashboard>();
  const toast = signal<Toast>();
  const owner = `${location.host}:${first.embedId}:${first.viewer.username}`;
  const drafts = createDraftStore<BuilderContent>(owner, browserStorage(), Date.now);

  /** Updates the list from a response, without another request. */
  const updateList = ({ dashboard }: BuilderDocument) => {
    const { dashboards } = data.value;
    const known = dashboards.some(({ id }) => id === dashboard.id);
    const next = known
      ? dashboards.map((each) => (each.id === dashboard.id ? dashboard : each))
      : [dashboard, ...dashboards];
    data.value = { ...data.value, dashboards: next };
  };
  const show = (document: BuilderDocument, edits: boolean, filters?: Filters): DashboardReference => {
    opened.value?.close();
    opened.value = openDashboard(document, {
      api,
      drafts,
      edits: edits && allows('edit'),
      filters: filtersFor(document, data.value, { ...context.choice.filters, ...filters }),
      // A click opens the original view, so that its filters alone explain the numbers; so does editing.
      viewed: filters || (edits && document.dashboard.may.edit) ? { state: {} } : undefined,
      now: Date.now,
      onChanged: () => context.link.emit('dashboard-changed', referenceOf(document.dashboard)),
      onSaved: (next) => {
        updateList(next);
        context.link.emit('dashboard-saved', referenceOf(next.dashboard));
      },
    });
    updateList(document);
    const reference = referenceOf(document.dashboard);
    context.link.emit('navigate', { to: reference.dashboardId });
    return reference;
  };
  /** Switches the open dashboard between viewing and editing; loads what others saved in the meantime. */
  const switchMode = (now: OpenDashboard, document: BuilderDocument, edits: boolean): DashboardReference => {
    const isNewer = document.dashboard.revision !== now.autosave.revision();
    if (isNewer && !isUnsaved(now.autosave.state()) && now.draft.value === undefined) now.take(document);
    updateList(document);
    now.version.value = undefined;
    now.editor.select([]);
    now.editing.value = edits && allows('edit') && document.dashboard.may.edit;
    return referenceOf(document.dashboard);
  };
  let unusedMarkup = rendered;
  const allows = (feature: BuilderFeature) => context.page.features[feature] !== false;

  const builder: Builder = {
    context,
    api,
    messages,
    editorMessages,
    data,
    datasets: computed(() =>
      data.value.datasets.map((each) => allFields(each, editorMessages.value.aggregationOf)),
    ),
    opened,
    dialog: signal(undefined),
    toast,
    drafts,
    allows,
    open: async (id, edit, filters) => {
      const document = await api.read(id);
      const now = opened.value;
      if (now?.id === id && edit !== undefined && !filters) return switchMode(now, document, edit);
      return show(document, edit ?? isOwnWork(document), filters);
    },
    create: async (from) => {
      const made = await api.create(from);
      context.link.emit('dashboard-created', referenceOf(made.dashboard));
      return show(made, true);
    },
    transition: async (transition, comment) => {
      const now = opened.value;
      if (!now) return;
      await now.autosave.flush();
      if (transition !== 'reset' && transition !== 'copy') refuseUnsaved(now.autosave.state());
      const next = await api.transition(now.id, transition, comment);
      if (transition === 'copy') {
        context.link.emit('dashboard-created', referenceOf(next.dashboard));
        show(next, true);
        return;
      }
      now.take(next);
      updateList(next);
      // After a handover, show the dashboard as its viewers will see it.
      if (transition === 'submit' || transition === 'publish' || !next.dashboard.may.edit)
        now.editing.value = false;
      const reference = referenceOf(next.dashboard);
      if (transition === 'submit') context.link.emit('dashboard-submitted', reference);
      else if (transition === 'publish') context.link.emit('dashboard-published', reference);
      else context.link.emit('dashboard-saved', reference);
    },
    restore: async (revision) => {
      const now = opened.value;
      if (!now) return;
      const next = await api.restore(now.id, revision);
      now.version.value = undefined;
      now.take(next);
      updateList(next);
      context.link.emit('dashboard-saved', referenceOf(next.dashboard));
    },
    remove: async () => {
      const now = opened.value;
      if (!now) return;
      await api.remove(now.id);
      now.autosave.stop();
      drafts.remove(now.id);
      context.link.emit('dashboard-deleted', referenceOf(now.document.value.dashboard));
      data.value = {
        ...data.value,
        dashboards: data.value.dashboards.filter(({ id }) => id !== now.id),
      };
      builder.goHome();
    },
    goHome: () => {
      opened.value?.close();
      opened.value = undefined;
      context.link.emit('navigate', { to: '' });
    },
    takeRendered: (id) => {
      const found = id === context.page.dashboardId ? unusedMarkup : undefined;
      unusedMarkup = undefined;
      return found;
    },
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
    translate: (phrase) => {
      const { phrases } = data.value;
      return Object.hasOwn(phrases, phrase) ? (phrases[phrase] as string) : phrase;
    },
    withTranslations: (...phrases) =>
      phrases.flatMap((phrase) => (phrase ? [phrase, builder.translate(phrase)] : [])),
    titleOf: ({ title, may }) => (may.edit ? title : builder.translate(title)),
    notify: (text) => {
      toast.value = { text };
    },
    reloadMessages: async () => {
      unusedMarkup = undefined;
      const next = context.locale.lang();
      editorMessages.value = await loadEditorTexts(next);
      // If the translations fail to load, phrases appear as written; the rest still switches language.
      const { phrases } = await api.open(next).catch(() => ({ phrases: {} }));
      data.value = { ...data.value, phrases };
      messages.value = await loadBuilderMessages(next);
    },
  };
  context.watchSession((over) => opened.value?.autosave.session(over));
  // A host that hides the bar decides when to edit.
  if (first.opened) show(first.opened, allows('bar') && isOwnWork(first.opened));
  return builder;
}

/** Prevents a transition while there are unsaved changes: the response would overwrite them. */
function refuseUnsaved(state: SaveState): void {
  if (!isUnsaved(state)) return;
  const code = state.is === 'conflict' ? 'CONFLICT' : state.is === 'refused' ? state.code : undefined;
  throw new Refusal('The dashboard is not saved.', undefined, code);
}
