/** Titles look alike wherever a tile stands; which heading they are follows the outline of the page. */
export const headingCss =
  '.inlay-tile-head :is(h1,h3){font-size:14px;line-height:20px;font-weight:600}' +
  '.inlay-message h1{font-size:16px;line-height:24px;font-weight:600}';
