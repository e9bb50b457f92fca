import type {
  BuilderContent,
  BuilderDashboard,
  BuilderDocument,
  BuilderResponse,
  NewDashboard,
} from '@inlay/content/builder';
import type { EditorTexts } from '@inlay/editor/editor-texts';
import { loadEditorTexts } from '@inlay/editor/editor-texts';
import type { BuilderMessages } from '@inlay/messages/builder';
import { loadBuilderMessages } from '@inlay/messages/builder';
import type { BuilderFeature, DashboardReference } from '@inlay/protocol/frame-messages';
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Stage } from '../stage/stage.ts';
import { type BuilderApi, createBuilderApi, type Move } from './builder-api.ts';
import { filtersFor } from './filters-for.ts';
import { type OpenDashboard, openDashboard } from './open-dashboard.ts';
import { browserStorage, createDraftStore, type DraftStore } from './save/draft-store.ts';
import { Refusal } from './save/refusal.ts';
import { refusalText } from './save/refusal-text.ts';
import { isUnsaved, type SaveState } from './save/save-state.ts';

/** A calm line that goes again by itself. */
interface Toast {
  readonly words: string;
  readonly tone?: 'bad';
}

/** The whole builder: what the server said, what is open, and what one may do from anywhere. */
export interface Builder {
  readonly stage: Stage;
  readonly api: BuilderApi;
  readonly words: Signal<BuilderMessages>;
  readonly editorWords: Signal<EditorTexts>;
  readonly answer: Signal<BuilderResponse>;
  readonly opened: ReadonlySignal<OpenDashboard | undefined>;
  readonly dialog: Signal<VNode | undefined>;
  readonly toast: Signal<Toast | undefined>;
  readonly drafts: DraftStore<BuilderContent>;
  allows(feature: BuilderFeature): boolean;
  open(id: string, edit?: boolean): Promise<DashboardReference>;
  create(from: NewDashboard): Promise<DashboardReference>;
  move(move: Move, comment?: string): Promise<void>;
  /** Makes the open dashboard what it was. */
  restore(revision: number): Promise<void>;
  remove(): Promise<void>;
  goHome(): void;
  /** The page of this dashboard as it came, where it is not taken over yet. */
  takeRendered(id: string): Element | undefined;
  /** Does something, and says it in a calm line when it does not work. */
  attempt(work: () => Promise<unknown>): Promise<boolean>;
  say(words: string): void;
  /** What an author wrote, as the viewer reads it. */
  reads(phrase: string): string;
  /** As they were written and as they read: a search finds both. */
  bothWays(...phrases: readonly (string | null | undefined)[]): readonly string[];
  /** A title in a list. Editors see it as its author wrote it, not translated. */
  titleOf(dashboard: Pick<BuilderDashboard, 'title' | 'may'>): string;
  speakAgain(): Promise<void>;
}

const referenceOf = ({ id, title }: Pick<BuilderDashboard, 'id' | 'title'>): DashboardReference => ({
  dashboardId: id,
  title,
});

/** One's own that is not handed on yet is opened to go on with it. */
const isOwnWork = ({ dashboard: { mine, state } }: BuilderDocument): boolean => mine && state !== 'published';

export async function createBuilder(stage: Stage, rendered: Element | undefined): Promise<Builder> {
  const api = createBuilderApi(stage.api);
  const wanted = stage.page.dashboardId;
  const lang = stage.speech.lang();
  const [first, firstWords, firstEditorWords] = await Promise.all([
    api.open(lang, wanted),
    loadBuilderMessages(lang),
    loadEditorTexts(lang),
  ]);
  const words = signal(firstWords);
  const editorWords = signal(firstEditorWords);
  const answer = signal(first);
  const opened = signal<OpenDashboard>();
  const toast = signal<Toast>();
  const owner = `${location.host}:${first.embedId}:${first.viewer.username}`;
  const drafts = createDraftStore<BuilderContent>(owner, browserStorage(), Date.now);

  /** The list knows what an answer says, without being asked for again. */
  const listed = ({ dashboard }: BuilderDocument) => {
    const { dashboards } = answer.value;
    const known = dashboards.some(({ id }) => id === dashboard.id);
    const next = known
      ? dashboards.map((each) => (each.id === dashboard.id ? dashboard : each))
      : [dashboard, ...dashboards];
    answer.value = { ...answer.value, dashboards: next };
  };
  const show = (document: BuilderDocument, edits: boolean): DashboardReference => {
    opened.value?.close();
    opened.value = openDashboard(document, {
      api,
      drafts,
      edits: edits && allows('edit'),
      filters: filtersFor(document, answer.value, stage.choice.filters),
      now: Date.now,
      onChanged: () => stage.link.emit('dashboard-changed', referenceOf(document.dashboard)),
      onSaved: (next) => {
        listed(next);
        stage.link.emit('dashboard-saved', referenceOf(next.dashboard));
      },
    });
    listed(document);
    const reference = referenceOf(document.dashboard);
    stage.link.emit('navigate', { to: reference.dashboardId });
    return reference;
  };
  /** Between reading and editing, the open dashboard stays; it only takes over what others saved meanwhile. */
  const goOn = (now: OpenDashboard, document: BuilderDocument, edits: boolean): DashboardReference => {
    const isNewer = document.dashboard.revision !== now.autosave.revision();
    if (isNewer && !isUnsaved(now.autosave.state()) && now.draft.value === undefined) now.take(document);
    listed(document);
    now.version.value = undefined;
    now.editor.select([]);
    now.editing.value = edits && allows('edit') && document.dashboard.may.edit;
    return referenceOf(document.dashboard);
  };
  let unused = rendered;
  const allows = (feature: BuilderFeature) => stage.page.features[feature] !== false;

  const builder: Builder = {
    stage,
    api,
    words,
    editorWords,
    answer,
    opened,
    dialog: signal(undefined),
    toast,
    drafts,
    allows,
    open: async (id, edit) => {
      const document = await api.read(id);
      const now = opened.value;
      if (now?.id === id && edit !== undefined) return goOn(now, document, edit);
      return show(document, edit ?? isOwnWork(document));
    },
    create: async (from) => {
      const made = await api.create(from);
      stage.link.emit('dashboard-created', referenceOf(made.dashboard));
      return show(made, true);
    },
    move: async (move, comment) => {
      const now = opened.value;
      if (!now) return;
      await now.autosave.flush();
      if (move !== 'reset' && move !== 'copy') refuseUnsaved(now.autosave.state());
      const next = await api.move(now.id, move, comment);
      if (move === 'copy') {
        stage.link.emit('dashboard-created', referenceOf(next.dashboard));
        show(next, true);
        return;
      }
      now.take(next);
      listed(next);
      // What was handed on is looked at as those will see it who get it.
      if (move === 'submit' || move === 'publish' || !next.dashboard.may.edit) now.editing.value = false;
      const reference = referenceOf(next.dashboard);
      if (move === 'submit') stage.link.emit('dashboard-submitted', reference);
      else if (move === 'publish') stage.link.emit('dashboard-published', reference);
      else stage.link.emit('dashboard-saved', reference);
    },
    restore: async (revision) => {
      const now = opened.value;
      if (!now) return;
      const next = await api.restore(now.id, revision);
      now.version.value = undefined;
      now.take(next);
      listed(next);
      stage.link.emit('dashboard-saved', referenceOf(next.dashboard));
    },
    remove: async () => {
      const now = opened.value;
      if (!now) return;
      await api.remove(now.id);
      now.autosave.stop();
      drafts.remove(now.id);
      stage.link.emit('dashboard-deleted', referenceOf(now.document.value.dashboard));
      answer.value = {
        ...answer.value,
        dashboards: answer.value.dashboards.filter(({ id }) => id !== now.id),
      };
      builder.goHome();
    },
    goHome: () => {
      opened.value?.close();
      opened.value = undefined;
      stage.link.emit('navigate', { to: '' });
    },
    takeRendered: (id) => {
      const found = id === stage.page.dashboardId ? unused : undefined;
      unused = undefined;
      return found;
    },
    attempt: async (work) => {
      try {
        await work();
        return true;
      } catch (error) {
        if (!(error instanceof Refusal)) console.error(error);
        toast.value = { words: refusalText(error, words.value), tone: 'bad' };
        return false;
      }
    },
    reads: (phrase) => {
      const { phrases } = answer.value;
      return Object.hasOwn(phrases, phrase) ? (phrases[phrase] as string) : phrase;
    },
    bothWays: (...phrases) => phrases.flatMap((phrase) => (phrase ? [phrase, builder.reads(phrase)] : [])),
    titleOf: ({ title, may }) => (may.edit ? title : builder.reads(title)),
    say: (text) => {
      toast.value = { words: text };
    },
    speakAgain: async () => {
      unused = undefined;
      const next = stage.speech.lang();
      editorWords.value = await loadEditorTexts(next);
      // Without them everything reads as it was written, which is no reason to keep the former language.
      const { phrases } = await api.open(next).catch(() => ({ phrases: {} }));
      answer.value = { ...answer.value, phrases };
      words.value = await loadBuilderMessages(next);
    },
  };
  stage.watchSession((over) => opened.value?.autosave.session(over));
  // A host with a bar of its own says when to edit.
  if (first.opened) show(first.opened, allows('bar') && isOwnWork(first.opened));
  return builder;
}

/** What the server does not have is not handed on, and taking the answer would lose it here. */
function refuseUnsaved(state: SaveState): void {
  if (!isUnsaved(state)) return;
  const code = state.is === 'conflict' ? 'CONFLICT' : state.is === 'refused' ? state.code : undefined;
  throw new Refusal('The dashboard is not saved.', undefined, code);
}
