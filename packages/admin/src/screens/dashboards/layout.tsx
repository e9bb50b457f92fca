import type { DashboardItem } from '@inlay/content/dashboard';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Badge } from '@inlay/ui/badge';
import type { VNode } from 'preact';
import type { ShownTile } from '../../api/content.ts';
import { useMessages } from '../../messages.ts';
import { Link } from '../../parts/link.tsx';
import { TileTitle } from '../../parts/tile-title.tsx';

interface LayoutProps {
  readonly items: readonly DashboardItem[];
  readonly tiles: readonly ShownTile[];
  readonly appId: string;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

/** What an item is called in the middle of a sentence. */
export function itemTitle(item: DashboardItem, tiles: readonly ShownTile[]): string {
  return titleOutline(givenTitle(item, tiles));
}

function givenTitle(item: DashboardItem, tiles: readonly ShownTile[]): string {
  if ('chart' in item) return item.chart.title;
  if ('text' in item) return plainText(item.text).slice(0, 60);
  return item.title ?? tiles.find(({ id }) => id === item.tile)?.title ?? item.tile;
}

/** Without Markdown syntax, and with an ellipsis for each value. */
const plainText = (text: string) => titleOutline(text.replaceAll(/[*_#`]/g, ''));

/** The twelve columns as they are, each item in its place and named. */
export function Layout({ items, tiles, appId, chosen, onChoose }: LayoutProps): VNode {
  const inOrder = items.toSorted((a, b) => a.y - b.y || a.x - b.x);
  return (
    <ol class="layout" aria-label="Layout">
      {inOrder.map((item) => {
        const place = {
          gridColumn: `${item.x + 1} / span ${item.w}`,
          gridRow: `${item.y + 1} / span ${item.h}`,
        };
        const title = itemTitle(item, tiles);
        return (
          <li
            key={item.id}
            style={place}
            class={chosen === item.id ? 'layout-item is-chosen' : 'layout-item'}
          >
            <ItemName item={item} title={title} tiles={tiles} appId={appId} />
            <button
              type="button"
              class="layout-rule"
              aria-pressed={chosen === item.id}
              onClick={() => onChoose(chosen === item.id ? undefined : item.id)}
            >
              {item.visibility ? <Badge tone="warning">Not for everybody</Badge> : 'Who sees it'}
              <span class="ui-visually-hidden">: {title}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

interface ItemNameProps {
  readonly item: DashboardItem;
  readonly title: string;
  readonly tiles: readonly ShownTile[];
  readonly appId: string;
}

function ItemName({ item, title, tiles, appId }: ItemNameProps): VNode {
  const { kinds } = useMessages('charts');
  if ('tile' in item) {
    const kind = tiles.find(({ id }) => id === item.tile)?.kind;
    return (
      <>
        <Link to={`/apps/${encodeURIComponent(appId)}/tiles/${encodeURIComponent(item.tile)}`}>
          <TileTitle tile={{ id: item.tile, appId, title: givenTitle(item, tiles) }} />
        </Link>
        <span class="muted small">{kind && kinds[kind].label}</span>
      </>
    );
  }
  if ('text' in item) return <span class="muted small">{plainText(item.text).slice(0, 120)}</span>;
  return (
    <>
      <strong>{title}</strong>
      <span class="muted small">{kinds[item.chart.kind].label}, of this dashboard</span>
    </>
  );
}
