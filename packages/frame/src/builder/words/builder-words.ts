import type { ContentState } from '@inlay/content/content';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { Alignment } from '../layout/align-items.ts';

/** Refusals that a person can do something about. */
type RefusalCode =
  | 'NOT_PERMITTED'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'QUOTA_REACHED'
  | 'BODY_TOO_LARGE'
  | 'QUERY_TOO_EXPENSIVE'
  | 'TOO_MANY_REQUESTS'
  | 'REQUEST_INVALID'
  | 'DATA_DENIED'
  | 'DATABASE_FAILED'
  | 'DATABASE_TIMEOUT';

/** Every word that the builder says. `{0}`, `{1}` and so on stand for what is filled in. */
export interface BuilderWords {
  // The list
  readonly dashboards: string;
  readonly searchDashboards: string;
  readonly newDashboard: string;
  readonly untitled: string;
  readonly lists: Readonly<Record<'all' | 'mine' | 'shared' | 'published' | 'review', string>>;
  readonly states: Readonly<Record<ContentState, string>>;
  readonly publishedAndChanged: string;
  readonly personalCopy: string;
  readonly chartCount: string;
  readonly changedBy: string;
  readonly changedByMe: string;
  readonly changedAt: string;
  readonly startFrom: string;
  readonly emptyCanvas: string;
  readonly noDashboards: string;
  readonly noDashboardsHint: string;
  readonly nothingToSee: string;
  readonly nothingFound: string;
  readonly nothingFoundHint: string;
  // The bar
  readonly title: string;
  readonly undo: string;
  readonly redo: string;
  readonly edit: string;
  readonly done: string;
  readonly add: string;
  readonly share: string;
  readonly submit: string;
  readonly publish: string;
  readonly giveBack: string;
  readonly more: string;
  readonly makeCopy: string;
  readonly duplicateDashboard: string;
  readonly deleteDashboard: string;
  readonly phoneOrder: string;
  readonly phoneHint: string;
  readonly phoneReset: string;
  readonly earlier: string;
  readonly later: string;
  readonly saved: string;
  readonly saving: string;
  readonly unsaved: string;
  readonly offlineState: string;
  readonly expiredState: string;
  readonly conflictState: string;
  readonly refusedState: string;
  readonly memoryOnly: string;
  readonly alsoHere: string;
  readonly alsoEditing: string;
  readonly otherTab: string;
  // The canvas
  readonly canvas: string;
  readonly canvasKeys: string;
  readonly itemAt: string;
  readonly textBlock: string;
  readonly selectedOne: string;
  readonly selectedMany: string;
  readonly moved: string;
  readonly resized: string;
  readonly removed: string;
  readonly copied: string;
  readonly pasted: string;
  readonly duplicated: string;
  readonly undone: string;
  readonly redone: string;
  readonly cancelled: string;
  readonly added: string;
  readonly remove: string;
  readonly duplicate: string;
  readonly copy: string;
  readonly move: string;
  readonly arrange: Readonly<Record<Alignment, string>>;
  readonly unavailable: string;
  readonly unavailableHint: string;
  readonly teachTitle: string;
  readonly teachHint: string;
  readonly viewEmpty: string;
  // Adding
  readonly chart: string;
  readonly askTitle: string;
  readonly askHint: string;
  readonly dataset: string;
  readonly measure: string;
  readonly dimension: string;
  readonly noDimension: string;
  readonly addChart: string;
  readonly byDimension: string;
  readonly library: string;
  readonly libraryHint: string;
  readonly searchLibrary: string;
  readonly text: string;
  readonly textHint: string;
  readonly valueOf: string;
  readonly filters: string;
  readonly addFilter: string;
  readonly filterKind: string;
  readonly filterKinds: Readonly<Record<FilterControl['kind'], string>>;
  readonly column: string;
  readonly level: string;
  readonly label: string;
  readonly noFilters: string;
  readonly noData: string;
  readonly editChart: string;
  readonly ownTitle: string;
  readonly fromLibrary: string;
  readonly makeOwn: string;
  readonly close: string;
  // Sharing and review
  readonly shareTitle: string;
  readonly shareWith: Readonly<Record<'me' | 'groups' | 'workspace', string>>;
  readonly shareHints: Readonly<Record<'me' | 'groups' | 'workspace', string>>;
  readonly rights: Readonly<Record<'view' | 'edit', string>>;
  readonly shareNote: string;
  readonly cancel: string;
  readonly save: string;
  readonly submitHint: string;
  /** Said to whoever may submit and not publish. */
  readonly publishNeeds: string;
  readonly publishHint: string;
  readonly giveBackHint: string;
  readonly comment: string;
  readonly commentOptional: string;
  readonly returned: string;
  readonly submitted: string;
  readonly publishedNow: string;
  readonly deleteHint: string;
  readonly deleted: string;
  // Copies, drafts, conflicts
  readonly copyOf: string;
  readonly originChanged: string;
  readonly originGone: string;
  readonly reset: string;
  readonly resetHint: string;
  readonly draftFound: string;
  readonly draftRestore: string;
  readonly draftDiscard: string;
  readonly conflictTitle: string;
  readonly conflictHint: string;
  readonly theirChanges: string;
  readonly myChanges: string;
  readonly bothChanged: string;
  readonly mergeBoth: string;
  readonly keepMineAsCopy: string;
  readonly takeTheirs: string;
  readonly partTitle: string;
  readonly partDescription: string;
  readonly partFilters: string;
  readonly partPhone: string;
  readonly partOther: string;
  readonly itemRemoved: string;
  readonly failed: string;
  readonly failedHint: string;
  readonly retry: string;
  readonly versions: string;
  readonly versionsHint: string;
  readonly noVersions: string;
  readonly versionNow: string;
  readonly versionPublished: string;
  readonly versionShown: string;
  readonly versionRestore: string;
  readonly versionBack: string;
  readonly versionRestored: string;
  readonly taller: string;
  readonly shorter: string;
  /** By the code of the server's refusal: what it says itself is for whoever wrote the page. */
  readonly refusals: Readonly<Record<RefusalCode, string>>;
}
