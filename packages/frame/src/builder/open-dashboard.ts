import type {
  BuilderContent,
  BuilderDocument,
  DashboardVersion,
  Heartbeat,
  Presence,
  Visitor,
} from '@inlay/content/builder';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { Filters } from '@inlay/protocol/frame-messages';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { OpenPage } from '../stage/open-page.ts';
import type { Stage } from '../stage/stage.ts';
import type { BuilderApi } from './builder-api.ts';
import { createEditor, type Editor } from './edit/editor.ts';
import { createRenderedCharts, type RenderedCharts } from './render/rendered-charts.ts';
import { type Autosave, createAutosave } from './save/autosave.ts';
import type { Draft, DraftStore } from './save/draft-store.ts';
import { type Merge, mergeDashboards } from './save/merge-dashboards.ts';
import { isUnsaved, type SaveState } from './save/save-state.ts';

/** Two who changed the same: what each did, for a person to decide. */
export interface Conflict extends Merge {
  readonly document: BuilderDocument;
}

export type ShownDashboard = OpenPage & { readonly stage: Stage };

/** A dashboard on the canvas, with everything that goes on around it. */
export interface OpenDashboard {
  readonly id: string;
  readonly document: Signal<BuilderDocument>;
  readonly editor: Editor;
  readonly charts: RenderedCharts;
  readonly autosave: Autosave<BuilderContent>;
  readonly save: Signal<SaveState>;
  readonly editing: Signal<boolean>;
  readonly others: Signal<readonly Visitor[]>;
  readonly conflict: Signal<Conflict | undefined>;
  /** An edit of before that never reached the server. */
  readonly draft: Signal<Draft<BuilderContent> | undefined>;
  readonly filters: Signal<Filters>;
  /** The filters that are on the canvas; another only when they are changed, whatever else moves. */
  readonly controls: ReadonlySignal<readonly FilterControl[]>;
  /** What it was, which is on show instead. */
  readonly version: Signal<DashboardVersion | undefined>;
  /** While it is read and not edited: what runs it. */
  readonly view: Signal<ShownDashboard | undefined>;
  /** Grows when what the server has has changed, so that what waited for it asks. */
  readonly savedTimes: Signal<number>;
  restoreDraft(): void;
  discardDraft(): void;
  merge(): void;
  takeTheirs(): void;
  /** Reads again, where nothing of one's own would be lost. */
  refresh(): Promise<void>;
  /** A move of state or a reset answered with this. */
  take(document: BuilderDocument): void;
  close(): void;
}

const NO_CONTROLS: readonly FilterControl[] = [];
const CONFLICT_AGAIN_MS = 3_000;

interface OpenOptions {
  readonly api: BuilderApi;
  readonly drafts: DraftStore<BuilderContent>;
  readonly edits: boolean;
  /** What the host filters by. */
  readonly filters: Filters;
  readonly now: () => number;
  /** The first change after everything was saved. */
  readonly onChanged: () => void;
  readonly onSaved: (document: BuilderDocument) => void;
}

export function openDashboard(start: BuilderDocument, options: OpenOptions): OpenDashboard {
  const { api, drafts, now, onChanged, onSaved } = options;
  const { id } = start.dashboard;
  const document = signal(start);
  const save = signal<SaveState>({ is: 'saved' });
  const editing = signal(options.edits && start.dashboard.may.edit);
  const others = signal(start.others);
  const conflict = signal<Conflict>();
  const savedTimes = signal(0);
  const charts = createRenderedCharts(api, id, start.side);
  const found = drafts.read(id);
  const draft = signal(found && start.dashboard.may.edit ? found : undefined);
  /** What the server had when this page last heard of it. */
  let base = start.content;
  charts.saved(base);

  const heard = (next: BuilderDocument) => {
    document.value = next;
    base = next.content;
    charts.saved(base);
    savedTimes.value++;
  };
  const autosave = createAutosave<BuilderContent>({
    dashboardId: id,
    revision: start.dashboard.revision,
    drafts,
    now,
    save: async (content, revision) => {
      const next = await api.save(id, content, revision);
      heard(next);
      onSaved(next);
      return next.dashboard.revision;
    },
    onState: (state) => {
      if (save.value.is === 'saved' && isUnsaved(state)) onChanged();
      save.value = state;
      if (state.is === 'conflict') void findConflict();
    },
  });
  const editor = createEditor(start.content, (content) => autosave.edited(content));

  let asking: ReturnType<typeof setTimeout> | undefined;
  const findConflict = async () => {
    const theirs = await api.read(id).catch(() => undefined);
    if (autosave.state().is !== 'conflict') return;
    // Nothing is saved until the user decides; a conflict that was dismissed is shown again.
    if (!theirs) {
      asking = setTimeout(findConflict, CONFLICT_AGAIN_MS);
      return;
    }
    const merge = mergeDashboards(base, editor.content.value, theirs.content);
    if (merge.clashes.length + merge.onlyYours.length === 0) return takeDocument(theirs);
    conflict.value = { ...merge, document: theirs };
  };
  const takeDocument = (next: BuilderDocument) => {
    heard(next);
    editor.replace(next.content);
    conflict.value = undefined;
    draft.value = undefined;
    autosave.resolve(next.content, next.dashboard.revision, false);
  };
  const presence = followPresence(api, id, {
    doing: () => (editing.value ? 'editing' : 'viewing'),
    onHeard: ({ others: now, revision }) => {
      others.value = now;
      const stale = document.value.side === 'working' && revision > autosave.revision();
      if (stale && autosave.state().is === 'saved' && draft.value === undefined) void opened.refresh();
    },
  });

  const opened: OpenDashboard = {
    id,
    document,
    editor,
    charts,
    autosave,
    save,
    editing,
    others,
    conflict,
    draft,
    filters: signal(options.filters),
    controls: computed(() => editor.content.value.filters ?? NO_CONTROLS),
    view: signal(undefined),
    version: signal(undefined),
    savedTimes,
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
    merge: () => {
      const { merged, document: theirs } = conflict.value ?? {};
      if (!merged || !theirs) return;
      heard(theirs);
      conflict.value = undefined;
      editor.change(() => merged);
      autosave.resolve(merged, theirs.dashboard.revision, true);
    },
    takeTheirs: () => {
      if (conflict.value) takeDocument(conflict.value.document);
    },
    refresh: async () => {
      const next = await api.read(id).catch(() => undefined);
      if (next && autosave.state().is === 'saved') takeDocument(next);
    },
    take: takeDocument,
    close: () => {
      presence.stop();
      clearTimeout(asking);
      autosave.stop();
      // What is not saved yet goes on its way; the draft stays until it has arrived.
      void autosave.flush();
    },
  };
  return opened;
}

const EVERY_MS = 15_000;

interface PresenceOptions {
  readonly doing: () => Heartbeat['doing'];
  readonly onHeard: (presence: Presence) => void;
}

/** Says that this page has a dashboard open, and hears who else has. A hidden page is quiet. */
function followPresence(api: BuilderApi, id: string, { doing, onHeard }: PresenceOptions) {
  const session = crypto.randomUUID();
  const beat = async () => {
    if (document.visibilityState === 'hidden') return;
    // Nobody is kept from working because this was not heard.
    await api.presence(id, { session, doing: doing() }).then(onHeard, () => undefined);
  };
  const leave = () => void api.presence(id, { session, doing: 'left' }).catch(() => undefined);
  const timer = setInterval(beat, EVERY_MS);
  document.addEventListener('visibilitychange', beat);
  addEventListener('pagehide', leave);
  // The canvas comes first.
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
