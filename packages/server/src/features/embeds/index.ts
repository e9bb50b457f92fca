/** The public interface of this feature. */

export { embedExportRoutes } from './exports/embed-exports-routes.ts';
export {
  type ExportedFile,
  exportDocument,
  exportTile,
  exportWorkbook,
} from './exports/export-embed.ts';
export { filterTexts } from './exports/filter-texts.ts';
export { statedResults, type TileData } from './exports/tile-data.ts';
export type { RenderBuilder } from './page/render-embed.ts';
export { pageBasics, renderPage, titleOfPage } from './page/render-page.ts';
export { viewRoute } from './page/view-route.ts';
export {
  type CheckedTexts,
  checkStoryTexts,
  MISSING_REASONS,
  TEXT_NAMES,
} from './preview/check-story-texts.ts';
export { previewStory } from './preview/preview-story.ts';
export {
  type Author,
  datasetsForAuthor,
  openAuthor,
  previewTile,
  previewValues,
} from './preview/preview-tile.ts';
export {
  type ContentSource,
  contentOfEmbed,
  contentOfLinked,
  createEmbedRequest,
  type EmbedRequest,
  embedId,
  readSetting,
  withView,
} from './request/embed-request.ts';
export { openLinked } from './request/linked-dashboards.ts';
export {
  callerOf,
  type FoundEmbed,
  mayView,
  type OpenEmbed,
  openEmbed,
  refuseOtherEmbeds,
  resolveEmbed,
} from './request/open-embed.ts';
export { resolvePageTheme } from './request/resolve-page-theme.ts';
export { type ViewerSetting, viewerSetting } from './request/viewer-setting.ts';
export { sentAccesses } from './request/viewer-usage.ts';
export { embedTextValues } from './tiles/embed-text-values.ts';
export {
  type MeasureResult,
  measureOfTile,
  type TileMeasure,
  viewedTile,
} from './tiles/measure-of-tile.ts';
export { hideFieldNames } from './tiles/query-tile.ts';
export { renderInTurn, renderTiles, type TileResult } from './tiles/render-tiles.ts';
export { embedFilters } from './tiles/tile-filters.ts';
export { dataRefusals, tileRoutes } from './tiles/tile-routes.ts';
export { fitPageState } from './views/fit-state.ts';
export { withDefaultView } from './views/saved-views.ts';
export { savedViewsRoutes } from './views/saved-views-routes.ts';
export { taskInView } from './views/task-in-view.ts';
export { viewStateRoutes } from './views/view-state-routes.ts';
