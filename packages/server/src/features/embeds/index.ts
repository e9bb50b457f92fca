/** What other features may use of this one. */

export { type Choices, columnsOf, embedFilters, filtersOfTile, ownFilters } from './chosen-filters.ts';
export { type AskedBody, FiltersBody } from './embed-api-schemas.ts';
export { embedExportRoutes } from './embed-exports-routes.ts';
export { embedPaintingRoutes } from './embed-paintings-routes.ts';
export { embedId, readQuestion, type ShownAt, shownRequests } from './embed-request.ts';
export { embedTextValues } from './embed-text-values.ts';
export {
  callerOf,
  inLanguage,
  mayView,
  type OpenEmbed,
  refuseOtherEmbeds,
  resolveEmbed,
} from './open-embed.ts';
export type { PaintBuilder } from './paint-request.ts';
export { datasetsForAuthor, openAuthor, previewTile, previewValues } from './preview-tile.ts';
export type { AnsweredTile } from './query-tile.ts';
export { renderInTurn } from './render-in-turn.ts';
export { markupOf, pageBasics, paintContent, paintOpened } from './render-page.ts';
export {
  dataRefusals,
  FilterValuesBody,
  shownDataRoutes,
  TextValuesBody,
  TileAnswerBody,
} from './tile-routes.ts';
export type { ViewerSetting } from './viewer-setting.ts';
