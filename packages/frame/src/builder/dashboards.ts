import type {
  BuilderContent,
  BuilderDashboard,
  BuilderDocument,
  BuilderResponse,
  NewDashboard,
  Publication,
} from '@inlay/content/builder';
import type { BuilderFeature, DashboardReference, Filters } from '@inlay/protocol/frame-messages';
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { PageContext } from '../page/page-context.ts';
import type { BuilderApi, Source, Transition } from './builder-api.ts';
import { filtersFor } from './filters-for.ts';
import { type OpenDashboard, openDashboard } from './open-dashboard.ts';
import { isUnsaved, type SaveState } from './save/autosave.ts';
import { browserStorage, createDraftStore, type DraftStore } from './save/draft-store.ts';
import { Refusal } from './save/refusal.ts';

/** The open dashboard and the actions on dashboards, which keep the list current and inform the host. */
export interface Dashboards {
  readonly opened: ReadonlySignal<OpenDashboard | undefined>;
  readonly drafts: DraftStore<BuilderContent>;
  open(id: string, edit?: boolean, filters?: Filters): Promise<DashboardReference>;
  create(from: NewDashboard): Promise<DashboardReference>;
  /** Opens a new dashboard, empty or made from another, that is stored with its first change. */
  begin(title: string, from?: string): Promise<void>;
  /** Moves the open dashboard to another status, resets it, or opens a copy of it. */
  transition(transition: Transition, body?: Publication): Promise<void>;
  /** Restores a revision of the open dashboard. */
  restore(revision: number): Promise<void>;
  /** Deletes the open dashboard. */
  remove(): Promise<void>;
  goHome(): void;
}

interface DashboardsOptions {
  readonly context: PageContext;
  readonly api: BuilderApi;
  readonly data: Signal<BuilderResponse>;
  readonly allows: (feature: BuilderFeature) => boolean;
  /** The markup that the server rendered for the dashboard that opens first. */
  readonly rendered: Element | undefined;
}

export function createDashboards({ context, api, data, allows, rendered }: DashboardsOptions): Dashboards {
  const { link } = context;
  const opened = signal<OpenDashboard>();
  const drafts = createDrafts(data.value);

  const updateList = ({ dashboard }: BuilderDocument) => {
    data.value = withDashboard(data.value, dashboard);
  };
  const show = (
    document: BuilderDocument,
    edits: boolean,
    filters?: Filters,
    from?: Source,
  ): DashboardReference => {
    let isStored = wasStored(document.dashboard);
    opened.value?.close();
    opened.value = openDashboard(document, {
      api,
      drafts,
      from,
      edits: edits && allows('edit'),
      filters: filtersFor(document, data.value, { ...context.choice.filters, ...filters }),
      // A click opens the original view, so that its filters alone explain the numbers; so does editing.
      viewed: filters || (edits && document.dashboard.may.edit) ? { state: {} } : undefined,
      now: Date.now,
      onChanged: () => link.emit('dashboard-changed', referenceOf(document.dashboard)),
      onSaved: (next) => {
        updateList(next);
        if (!isStored) announceNew(next);
        isStored = true;
        link.emit('dashboard-saved', referenceOf(next.dashboard));
      },
    });
    if (isStored) announceOpen(document);
    return referenceOf(document.dashboard);
  };
  const announceOpen = (document: BuilderDocument) => {
    updateList(document);
    link.emit('navigate', { to: document.dashboard.id });
  };
  const showNew = (document: BuilderDocument): DashboardReference => {
    link.emit('dashboard-created', referenceOf(document.dashboard));
    return show(document, true);
  };
  /** The host learns of a new dashboard once its address leads somewhere. */
  const announceNew = ({ dashboard }: BuilderDocument) => {
    link.emit('dashboard-created', referenceOf(dashboard));
    if (opened.value?.id === dashboard.id) link.emit('navigate', { to: dashboard.id });
  };
  const goHome = () => {
    opened.value?.close();
    opened.value = undefined;
    link.emit('navigate', { to: '' });
  };
  const accept = (now: OpenDashboard, next: BuilderDocument) => {
    now.take(next);
    updateList(next);
  };

  // Dashboards whose page was closed before the server had them.
  for (const [id, { content, from }] of drafts.unstored())
    void api.save(id, content, 0, from).then(
      (document) => {
        drafts.remove(id);
        updateList(document);
      },
      // The draft stays for the next time.
      () => undefined,
    );
  context.watchSession((over) => opened.value?.autosave.session(over));
  const { opened: first } = data.value;
  if (first) {
    // A host that hides the bar decides when to edit.
    show(first, allows('bar') && isOwnWork(first));
    if (opened.value) opened.value.rendered = rendered;
  }

  return {
    opened,
    drafts,
    goHome,
    open: async (id, edit, filters) => {
      const document = await api.read(id);
      const now = opened.value;
      if (now?.id !== id || edit === undefined || filters)
        return show(document, edit ?? isOwnWork(document), filters);
      updateList(document);
      switchMode(now, document, edit && allows('edit'));
      return referenceOf(document.dashboard);
    },
    create: async (from) => showNew(await api.create(from)),
    begin: async (title, id) => {
      const from = id === undefined ? undefined : await api.read(id, '?as=copy');
      show(newDocument(title, from), true, undefined, from && { id: from.dashboard.id, side: from.side });
    },
    transition: async (transition, body) => {
      const now = opened.value;
      if (!now) return;
      await now.autosave.flush();
      if (transition !== 'reset' && transition !== 'copy') refuseUnsaved(now.autosave.state());
      const next = await api.transition(now.id, transition, body);
      if (transition === 'copy') {
        showNew(next);
        return;
      }
      accept(now, next);
      // After a handover, show the dashboard as its viewers will see it.
      if (transition === 'submit' || transition === 'publish' || !next.dashboard.may.edit)
        now.editing.value = false;
      link.emit(eventOf(transition), referenceOf(next.dashboard));
    },
    restore: async (revision) => {
      const now = opened.value;
      if (!now) return;
      const next = await api.restore(now.id, revision);
      now.version.value = undefined;
      accept(now, next);
      link.emit('dashboard-saved', referenceOf(next.dashboard));
    },
    remove: async () => {
      const now = opened.value;
      if (!now) return;
      await api.remove(now.id);
      now.autosave.stop();
      drafts.remove(now.id);
      link.emit('dashboard-deleted', referenceOf(now.document.value.dashboard));
      data.value = withoutDashboard(data.value, now.id);
      goHome();
    },
  };
}

const referenceOf = ({ id, title }: Pick<BuilderDashboard, 'id' | 'title'>): DashboardReference => ({
  dashboardId: id,
  title,
});

/** Whether the server has it. Published dashboards of others have no revision either. */
export const wasStored = ({ revision, state }: Pick<BuilderDashboard, 'revision' | 'state'>): boolean =>
  revision > 0 || state === 'published';

/** A dashboard that only this page knows. Its id is final, so that a repeated first save creates no second one. */
function newDocument(title: string, from?: BuilderDocument): BuilderDocument {
  const no = false;
  return {
    dashboard: {
      id: crypto.randomUUID(),
      title,
      description: null,
      state: 'draft',
      revision: 0,
      publishedVersion: null,
      comment: null,
      owner: null,
      mine: true,
      shared: no,
      sharing: null,
      origin: null,
      visibleTo: null,
      template: no,
      tiles: 0,
      updatedAt: '',
      updatedBy: null,
      may: {
        edit: true,
        submit: no,
        publish: no,
        groups: no,
        return: no,
        delete: no,
        share: no,
        copy: no,
        reset: no,
      },
    },
    side: 'working',
    content: { items: [], ...from?.content, title },
    tiles: from?.tiles ?? [],
    others: [],
  };
}

/** Switches the open dashboard between viewing and editing; loads what others saved in the meantime. */
function switchMode(now: OpenDashboard, document: BuilderDocument, edits: boolean): void {
  const isNewer = document.dashboard.revision !== now.autosave.revision();
  if (isNewer && !isUnsaved(now.autosave.state()) && now.draft.value === undefined) now.take(document);
  now.version.value = undefined;
  now.editor.select([]);
  now.editing.value = edits && document.dashboard.may.edit;
}

/** The viewer's own unpublished dashboards open for editing. */
const isOwnWork = ({ dashboard: { mine, state } }: BuilderDocument): boolean => mine && state !== 'published';

/** The list with a dashboard as a response has it, without another request. */
function withDashboard(data: BuilderResponse, dashboard: BuilderDashboard): BuilderResponse {
  const isKnown = data.dashboards.some(({ id }) => id === dashboard.id);
  const dashboards = isKnown
    ? data.dashboards.map((each) => (each.id === dashboard.id ? dashboard : each))
    : [dashboard, ...data.dashboards];
  return { ...data, dashboards };
}

const withoutDashboard = (data: BuilderResponse, removed: string): BuilderResponse => ({
  ...data,
  dashboards: data.dashboards.filter(({ id }) => id !== removed),
});

function createDrafts({ embedId, viewer }: BuilderResponse): DraftStore<BuilderContent> {
  const owner = `${location.host}:${embedId}:${viewer.username}`;
  return createDraftStore(owner, browserStorage(), Date.now);
}

function eventOf(transition: Transition) {
  if (transition === 'submit') return 'dashboard-submitted';
  return transition === 'publish' ? 'dashboard-published' : 'dashboard-saved';
}

/** Prevents a transition while there are unsaved changes: the response would overwrite them. */
function refuseUnsaved(state: SaveState): void {
  if (!isUnsaved(state)) return;
  const code = state.is === 'conflict' ? 'CONFLICT' : state.is === 'refused' ? state.code : undefined;
  throw new Refusal('The dashboard is not saved.', undefined, code);
}
