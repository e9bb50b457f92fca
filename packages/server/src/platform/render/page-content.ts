import type { Story } from '@inlay/protocol/story';
import type { Tile } from '@inlay/protocol/tile';
import type { UnfoldedDashboard } from '@inlay/protocol/unfold-dashboard';

export type PageContent =
  | { readonly kind: 'tile'; readonly tile: Tile }
  | { readonly kind: 'story'; readonly story: Story; readonly tiles: readonly Tile[] }
  | { readonly kind: 'dashboard'; readonly dashboard: UnfoldedDashboard; readonly tiles: readonly Tile[] };
