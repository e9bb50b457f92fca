import type {
  BuilderContent,
  BuilderDocument,
  DashboardVersion,
  Heartbeat,
  Presence,
  Visitor,
} from '@inlay/content/builder';
import type { ViewState } from '@inlay/content/view-state';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { Filters } from '@inlay/protocol/frame-messages';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { OpenPage } from '../page/open-page.ts';
import type { PageContext } from '../page/page-context.ts';
import type { BuilderApi, Source } from './builder-api.ts';
import { createEditor, type Editor } from './edit/editor.ts';
import { createRenderedCharts, type RenderedCharts } from './render/rendered-charts.ts';
import { type Autosave, createAutosave, isUnsaved, type SaveState } from './save/autosave.ts';
import type { Draft, DraftStore } from './save/draft-store.ts';
import { type Merge, mergeDashboards } from './save/merge-dashboards.ts';

/** Concurrent changes to the same parts, for the user to resolve. */
export interface Conflict extends Merge {
  readonly document: BuilderDocument;
}

export type ShownDashboard = OpenPage & { readonly context: PageContext };

/** An open dashboard: its content, editor, autosave, presence and conflicts. */
export interface OpenDashboard {
  readonly id: string;
  /** Where data of its saved content is requested: at first, the dashboard that it was made from. */
  source(): Source;
  readonly document: Signal<BuilderDocument>;
  readonly editor: Editor;
  readonly charts: RenderedCharts;
  readonly autosave: Autosave<BuilderContent>;
  readonly save: Signal<SaveState>;
  readonly editing: Signal<boolean>;
  readonly others: Signal<readonly Visitor[]>;
  readonly conflict: Signal<Conflict | undefined>;
  /** Changes from an earlier session that were never saved. */
  readonly draft: Signal<Draft<BuilderContent> | undefined>;
  readonly filters: Signal<Filters>;
  /** The filter controls on the canvas; changes only if they do, not with every edit. */
  readonly controls: ReadonlySignal<readonly FilterControl[]>;
  /** The old version that is shown instead of the current one. */
  readonly version: Signal<DashboardVersion | undefined>;
  /** The running view; null if the dashboard is viewed on the canvas, undefined until it is rendered and while editing. */
  readonly view: Signal<ShownDashboard | null | undefined>;
  /** What the viewer had set when the view was closed, for the next one; a default view then no longer applies. */
  viewed?: { readonly state: ViewState; readonly id?: string | undefined } | undefined;
  /** The markup that the server rendered for it, until it is shown. */
  rendered?: Element | undefined;
  /** Incremented whenever the saved content changes, so that dependents reload. */
  readonly saveCount: Signal<number>;
  restoreDraft(): void;
  discardDraft(): void;
  merge(): void;
  takeTheirs(): void;
  /** Reloads the dashboard, unless there are unsaved changes. */
  refresh(): Promise<void>;
  /** Replaces the content with a document that the server returned. */
  take(document: BuilderDocument): void;
  close(): void;
}

const NO_CONTROLS: readonly FilterControl[] = [];
const CONFLICT_RETRY_MS = 3_000;

interface OpenOptions {
  readonly api: BuilderApi;
  readonly drafts: DraftStore<BuilderContent>;
  /** What a new dashboard was made from. */
  readonly from: Source | undefined;
  readonly edits: boolean;
  /** The filters that the host set. */
  readonly filters: Filters;
  readonly viewed: OpenDashboard['viewed'];
  readonly now: () => number;
  /** Called on the first change since the last save. */
  readonly onChanged: () => void;
  readonly onSaved: (document: BuilderDocument) => void;
}

export function openDashboard(start: BuilderDocument, options: OpenOptions): OpenDashboard {
  const { api, drafts, from, now, onChanged, onSaved } = options;
  const { id } = start.dashboard;
  const document = signal(start);
  const save = signal<SaveState>({ is: 'saved' });
  const editing = signal(options.edits && start.dashboard.may.edit);
  const others = signal(start.others);
  const saveCount = signal(0);
  const source = () => {
    const { dashboard, side } = document.value;
    return from && dashboard.revision === 0 ? from : { id, side };
  };
  const charts = createRenderedCharts(api, source);
  const found = drafts.read(id);
  const draft = signal(found && start.dashboard.may.edit ? found : undefined);
  charts.saved(start.content);

  const setDocument = (next: BuilderDocument) => {
    document.value = next;
    charts.saved(next.content);
    saveCount.value++;
  };
  const autosave = createAutosave<BuilderContent>({
    dashboardId: id,
    revision: start.dashboard.revision,
    from: from?.id,
    drafts,
    now,
    save: async (content, revision) => {
      const next = await api.save(id, content, revision, from?.id);
      setDocument(next);
      onSaved(next);
      return next.dashboard.revision;
    },
    onState: (state) => {
      if (save.value.is === 'saved' && isUnsaved(state)) onChanged();
      save.value = state;
      if (state.is === 'conflict') void conflicts.find();
    },
  });
  const editor = createEditor(start.content, (content) => autosave.edited(content));
  const take = (next: BuilderDocument) => {
    setDocument(next);
    editor.replace(next.content);
    conflicts.conflict.value = undefined;
    draft.value = undefined;
    autosave.resolve(next.content, next.dashboard.revision, false);
  };
  const refresh = async () => {
    const next = await api.read(id).catch(() => undefined);
    if (next && autosave.state().is === 'saved') take(next);
  };
  const conflicts = trackConflicts({ api, document, autosave, editor, setDocument, take });
  const presence = trackPresence(api, id, {
    isStored: () => autosave.revision() > 0,
    doing: () => (editing.value ? 'editing' : 'viewing'),
    onPresence: ({ others: now, revision }) => {
      others.value = now;
      const stale = document.value.side === 'working' && revision > autosave.revision();
      if (stale && autosave.state().is === 'saved' && draft.value === undefined) void refresh();
    },
  });

  return {
    id,
    source,
    document,
    editor,
    charts,
    autosave,
    save,
    editing,
    others,
    conflict: conflicts.conflict,
    draft,
    filters: signal(options.filters),
    controls: computed(() => editor.content.value.filters ?? NO_CONTROLS),
    view: signal(undefined),
    viewed: options.viewed,
    version: signal(undefined),
    saveCount,
    restoreDraft: () => {
      const kept = draft.value;
      draft.value = undefined;
      if (!kept) return;
      editing.value = true;
      editor.change(() => kept.content);
    },
    discardDraft: () => {
      draft.value = undefined;
      drafts.remove(id);
    },
    merge: conflicts.merge,
    takeTheirs: conflicts.takeTheirs,
    refresh,
    take,
    close: () => {
      presence.stop();
      conflicts.stop();
      autosave.stop();
      // Send unsaved changes; the draft is kept until they are saved.
      void autosave.flush();
    },
  };
}

interface ConflictOptions extends Pick<OpenDashboard, 'document' | 'autosave' | 'editor' | 'take'> {
  readonly api: BuilderApi;
  readonly setDocument: (document: BuilderDocument) => void;
}

/** Compares with what somebody else saved in the meantime, and lets the user decide if both changed something. */
function trackConflicts({ api, document, autosave, editor, setDocument, take }: ConflictOptions) {
  const conflict = signal<Conflict>();
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const find = async (): Promise<void> => {
    const theirs = await api.read(document.value.dashboard.id).catch(() => undefined);
    if (autosave.state().is !== 'conflict') return;
    // Nothing is saved until the user decides; a dismissed conflict is shown again.
    if (!theirs) {
      retryTimer = setTimeout(find, CONFLICT_RETRY_MS);
      return;
    }
    const merge = mergeDashboards(document.value.content, editor.content.value, theirs.content);
    if (merge.clashes.length + merge.onlyYours.length === 0) take(theirs);
    else conflict.value = { ...merge, document: theirs };
    // They changed something other than its content, such as its groups.
    if (merge.clashes.length + merge.onlyTheirs.length === 0) applyMerge();
  };
  const applyMerge = () => {
    const { merged, document: theirs } = conflict.value ?? {};
    if (!merged || !theirs) return;
    setDocument(theirs);
    conflict.value = undefined;
    editor.change(() => merged);
    autosave.resolve(merged, theirs.dashboard.revision, true);
  };
  return {
    conflict,
    find,
    merge: applyMerge,
    takeTheirs: () => {
      if (conflict.value) take(conflict.value.document);
    },
    stop: () => clearTimeout(retryTimer),
  };
}

const HEARTBEAT_MS = 15_000;

interface PresenceOptions {
  /** Nobody else can have a dashboard open that is not stored; readers of a published version stay anonymous. */
  readonly isStored: () => boolean;
  readonly doing: () => Heartbeat['doing'];
  readonly onPresence: (presence: Presence) => void;
}

/** Reports that this page has the dashboard open and receives who else has. Hidden pages send no heartbeats. */
function trackPresence(api: BuilderApi, id: string, { isStored, doing, onPresence }: PresenceOptions) {
  const session = crypto.randomUUID();
  const beat = async () => {
    if (document.visibilityState === 'hidden' || !isStored()) return;
    // Presence is not essential: errors are ignored.
    await api.presence(id, { session, doing: doing() }).then(onPresence, () => undefined);
  };
  const leave = () => {
    if (isStored()) void api.presence(id, { session, doing: 'left' }).catch(() => undefined);
  };
  const timer = setInterval(beat, HEARTBEAT_MS);
  document.addEventListener('visibilitychange', beat);
  addEventListener('pagehide', leave);
  // Render the canvas first.
  const first = setTimeout(beat, 0);
  return {
    beat,
    stop: () => {
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', beat);
      removeEventListener('pagehide', leave);
      leave();
    },
  };
}
