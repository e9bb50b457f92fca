/** What other features may use of this one. */
export {
  canUseField,
  fieldProblems,
  type UsableDataset,
  unusableField,
  usableFields,
} from './can-use-field.ts';
export { editIn, type Writer } from './change-content.ts';
export { checkContent } from './check-content.ts';
export { type Ask, askOfDrill, askOfFilter, asksOf } from './content-asks.ts';
export { contentCaller, EVERYTHING } from './content-caller.ts';
export { contentItemRoutes } from './content-items-routes.ts';
export { referencesOf } from './content-references.ts';
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
export { findEmbed } from './embed-names.ts';
export { explainContent } from './explain-content.ts';
export type { FolderFile } from './export-content.ts';
export { foldDashboard } from './fold-dashboard.ts';
export { importFolder } from './import-content.ts';
export { type ContentItem, findItem, findItems, listItems, publishedItems } from './items.ts';
export { type DashboardReader, listDashboards } from './list-dashboards.ts';
export { lockApp } from './lock-app.ts';
export { moveIn } from './move-content.ts';
export { canSee, noSuchContent, notPermitted, staleContent, subjectOf } from './open-content.ts';
export { notePresence, visitorsOf } from './presence.ts';
export { refuseUnreachableWiring } from './refuse-unreachable-wiring.ts';
export { removeIn } from './remove-content.ts';
export { findRevision, listSteps, publishingTimes } from './revisions.ts';
export { type Translate, translateContent, translatorOf } from './translate-content.ts';
export { type DataInReach, usableData } from './usable-data.ts';
export { type ShownContent, sourcesOf, tilesOf, visibleContent } from './visible-content.ts';
export { withoutFiltersOn } from './without-filters-on.ts';
