import type { Tile } from '@inlay/charts/tile';
import type { Story } from '@inlay/content/story';
import type { UnfoldedDashboard } from '@inlay/content/unfold-dashboard';

export type PageContent =
  | { readonly kind: 'tile'; readonly tile: Tile }
  | { readonly kind: 'story'; readonly story: Story; readonly tiles: readonly Tile[] }
  | { readonly kind: 'dashboard'; readonly dashboard: UnfoldedDashboard; readonly tiles: readonly Tile[] };
