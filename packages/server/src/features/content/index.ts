/** The public interface of this feature. */
export {
  type AccessibleData,
  type AccessibleDataset,
  accessibleDatasets,
  type DataAccess,
  type DatasetGrant,
  dataAccessOf,
  fieldProblems,
} from './accessible-data.ts';
export { editIn } from './change-content.ts';
export { checkContent } from './check-content.ts';
export { refuseUnreachedTiles } from './check-references.ts';
export { dependentsOf } from './content-dependents.ts';
export { contentItemRoutes } from './content-items-routes.ts';
export { referencesOf } from './content-references.ts';
export {
  type ContentWrite,
  contentCaller,
  FULL_ACCESS,
  recordChange,
  writeContent,
} from './content-request.ts';
export { contentVersionRoutes } from './content-versions-routes.ts';
export { insertContent } from './create-content.ts';
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
} from './dashboard-owners.ts';
export { type DeniedFields, deniedFields } from './denied-fields.ts';
export { applyFolder, PLAIN } from './deploy-folder.ts';
export { findEmbed } from './embed-names.ts';
export { explainContent } from './explain-content.ts';
export {
  type FieldUse,
  fieldUseOfDrill,
  fieldUseOfFilter,
  fieldUsesOf,
  fieldUsesOfTile,
} from './field-uses.ts';
export { fieldsInQuery } from './fields-in-query.ts';
export { columnsOfFilter, datasetsOfContent, filterScope, usableBy } from './filter-scope.ts';
export { type ContentItem, findItem, findItems, itemsOfApp, listItems, publishedItems } from './items.ts';
export { lockApp } from './lock-app.ts';
export { canSee, noSuchContent, notPermitted, staleContent, subjectOf } from './open-content.ts';
export { type FolderFile, parseFolder } from './parse-folder.ts';
export { foldDashboard } from './readable-published.ts';
export { removeIn } from './remove-content.ts';
export { findRevision, listRevisions, publishingTimes } from './revisions.ts';
export { applyTransition } from './transition-content.ts';
export { type Translate, translateContent, translatorOf } from './translate-content.ts';
export { usableControls } from './usable-controls.ts';
export { hasNoQuery, usableTile, withoutValues } from './usable-tile.ts';
export {
  sourcesOf,
  tilesOf,
  usableFilter,
  type ViewerScope,
  type VisibleContent,
  visibleContent,
} from './visible-content.ts';
export {
  type HiddenNames,
  withoutFiltersOn,
  withoutHiddenDefault,
  withoutHiddenNames,
} from './without-hidden-names.ts';
