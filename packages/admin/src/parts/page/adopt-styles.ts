/** Adds the styles of a screen that few visits open. All others are in one file, which every visit loads. */
export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
