/** The public interface of this feature. */
export { columnsOf, embedFilters } from './chosen-filters.ts';
export { embedExportRoutes } from './embed-exports-routes.ts';
export {
  type ContentSource,
  createEmbedRequest,
  type EmbedRequest,
  embedId,
  readEmbedRequest,
  readSetting,
} from './embed-request.ts';
export { embedTextValues } from './embed-text-values.ts';
export {
  callerOf,
  type FoundEmbed,
  mayView,
  type OpenEmbed,
  refuseOtherEmbeds,
  resolveEmbed,
} from './open-embed.ts';
export { previewStory } from './preview-story.ts';
export { datasetsForAuthor, openAuthor, previewTile, previewValues } from './preview-tile.ts';
export type { RenderBuilder } from './render-embed.ts';
export { pageBasics, renderContent, renderPage, resolvePageTheme } from './render-page.ts';
export { renderTiles } from './render-tiles.ts';
export { dataRefusals, tileRoutes } from './tile-routes.ts';
export type { ViewerSetting } from './viewer-setting.ts';
