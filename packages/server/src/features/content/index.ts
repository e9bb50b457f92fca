/** The public interface of this feature. */

export { applyFolder, PLAIN } from './as-code/deploy-folder.ts';
export { type FolderFile, parseFolder } from './as-code/parse-folder.ts';
export { checkContent } from './checks/check-content.ts';
export { refuseUnreachedTiles } from './checks/check-references.ts';
export { typeProblems } from './checks/type-problems.ts';
export { editIn } from './lifecycle/change-content.ts';
export { contentItemRoutes } from './lifecycle/content-items-routes.ts';
export { contentVersionRoutes } from './lifecycle/content-versions-routes.ts';
export { insertContent } from './lifecycle/create-content.ts';
export { removeIn } from './lifecycle/remove-content.ts';
export { applyTransition, writeTransition } from './lifecycle/transition-content.ts';
export { dependentsOf } from './store/content-dependents.ts';
export { referencesOf } from './store/content-references.ts';
export {
  type ContentWrite,
  contentCaller,
  FULL_ACCESS,
  recordChange,
  writeContent,
} from './store/content-request.ts';
export {
  countOwned,
  findCopy,
  findOwnership,
  findOwnerships,
  insertOwnership,
  ONLY_ME,
  type Ownership,
  replaceSharing,
  setOriginVersion,
} from './store/dashboard-owners.ts';
export { findEmbed } from './store/embed-names.ts';
export {
  type ContentItem,
  findItem,
  findItems,
  itemsOfApp,
  listItems,
  publishedItems,
} from './store/items.ts';
export { canSee, noSuchContent, notPermitted, staleContent, subjectOf } from './store/open-content.ts';
export { findRevision, listRevisions, publishingTimes } from './store/revisions.ts';
export {
  type AccessibleData,
  type AccessibleDataset,
  accessibleDatasets,
  type DataAccess,
  type DatasetGrant,
  dataAccessOf,
  fieldProblems,
} from './visibility/accessible-data.ts';
export { type DeniedFields, deniedFields } from './visibility/denied-fields.ts';
export { explainContent } from './visibility/explain-content.ts';
export {
  type FieldUse,
  fieldUseOfDrill,
  fieldUseOfFilter,
  fieldUsesOf,
  fieldUsesOfTile,
} from './visibility/field-uses.ts';
export { fieldsInQuery } from './visibility/fields-in-query.ts';
export { columnsOfFilter, datasetsOfContent, filterScope, usableBy } from './visibility/filter-scope.ts';
export { foldDashboard } from './visibility/readable-published.ts';
export { type Translate, translateContent, translatorOf } from './visibility/translate-content.ts';
export { usableControls } from './visibility/usable-controls.ts';
export { hasNoQuery, usableTile, withoutValues } from './visibility/usable-tile.ts';
export {
  sourcesOf,
  tilesOf,
  usableFilter,
  type ViewerScope,
  type VisibleContent,
  visibleContent,
} from './visibility/visible-content.ts';
export {
  type HiddenNames,
  withoutFiltersOn,
  withoutHiddenDefault,
  withoutHiddenNames,
} from './visibility/without-hidden-names.ts';
