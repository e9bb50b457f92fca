/** The public interface of this feature. */
export { embedFilters } from './chosen-filters.ts';
export { embedExportRoutes } from './embed-exports-routes.ts';
export {
  type ContentSource,
  createEmbedRequest,
  embedId,
  readSetting,
} from './embed-request.ts';
export { embedTextValues } from './embed-text-values.ts';
export { hideFieldNames } from './hide-field-names.ts';
export {
  callerOf,
  type FoundEmbed,
  mayView,
  type OpenEmbed,
  refuseOtherEmbeds,
  resolveEmbed,
} from './open-embed.ts';
export { previewStory } from './preview-story.ts';
export { type Author, datasetsForAuthor, openAuthor, previewTile, previewValues } from './preview-tile.ts';
export type { RenderBuilder } from './render-embed.ts';
export { pageBasics, renderPage, resolvePageTheme } from './render-page.ts';
export { renderTiles } from './render-tiles.ts';
export { savedViewsRoutes } from './saved-views-routes.ts';
export { dataRefusals, tileRoutes } from './tile-routes.ts';
export { viewRoute } from './view-route.ts';
export { viewStateRoutes } from './view-state-routes.ts';
export type { ViewerSetting } from './viewer-setting.ts';
export { withDefaultView } from './with-default-view.ts';
