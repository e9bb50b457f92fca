/** The viewer's CSS variables in the product's style: system fonts, few borders, one accent color. */
export const referenceStyle = `
:root {
  --scalar-font: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  --scalar-font-code: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace;
  --scalar-radius: 4px;
  --scalar-radius-lg: 6px;
  --scalar-radius-xl: 8px;
}
.light-mode {
  color-scheme: light;
  --scalar-background-1: #ffffff;
  --scalar-background-2: #f6f7f9;
  --scalar-background-3: #eef0f3;
  --scalar-background-accent: #2a50c014;
  --scalar-color-1: #16191f;
  --scalar-color-2: #474e59;
  --scalar-color-3: #5b6370;
  --scalar-color-accent: #2a50c0;
  --scalar-border-color: #e6e8ec;
  --scalar-color-green: #0f7b53;
  --scalar-color-red: #c22f3d;
  --scalar-color-yellow: #96600a;
  --scalar-color-orange: #b3480a;
  --scalar-color-blue: #2a50c0;
  --scalar-color-purple: #522a80;
  --scalar-button-1: #16191f;
  --scalar-button-1-hover: #2b303a;
  --scalar-button-1-color: #ffffff;
  --scalar-shadow-1: none;
}
.dark-mode {
  color-scheme: dark;
  --scalar-background-1: #14171d;
  --scalar-background-2: #1a1e25;
  --scalar-background-3: #232830;
  --scalar-background-accent: #6f9bf51f;
  --scalar-color-1: #eceef2;
  --scalar-color-2: #c3c9d2;
  --scalar-color-3: #a2aab6;
  --scalar-color-accent: #8fb1f8;
  --scalar-border-color: #2a2f38;
  --scalar-color-green: #4cc38a;
  --scalar-color-red: #ff7b84;
  --scalar-color-yellow: #e8b04a;
  --scalar-color-orange: #f79a2e;
  --scalar-color-blue: #8fb1f8;
  --scalar-color-purple: #ba98f2;
  --scalar-button-1: #eceef2;
  --scalar-button-1-hover: #ffffff;
  --scalar-button-1-color: #14171d;
  --scalar-shadow-1: none;
}
.light-mode, .dark-mode {
  --scalar-sidebar-background-1: var(--scalar-background-1);
  --scalar-sidebar-color-1: var(--scalar-color-1);
  --scalar-sidebar-color-2: var(--scalar-color-3);
  --scalar-sidebar-color-active: var(--scalar-color-accent);
  --scalar-sidebar-border-color: var(--scalar-border-color);
  --scalar-sidebar-item-hover-background: var(--scalar-background-2);
  --scalar-sidebar-item-hover-color: var(--scalar-color-1);
  --scalar-sidebar-item-active-background: var(--scalar-background-accent);
  --scalar-sidebar-search-background: var(--scalar-background-2);
  --scalar-sidebar-search-border-color: var(--scalar-border-color);
  --scalar-sidebar-search-color: var(--scalar-color-3);
}
body { margin: 0; }
/* On a phone it covers the address of the request that is being tried. */
@media (max-width: 767px) { .scalar-client .scalar-sidebar-toggle { display: none; } }
noscript { display: block; padding: 48px; font: 16px/1.5 system-ui, sans-serif; }
`;
