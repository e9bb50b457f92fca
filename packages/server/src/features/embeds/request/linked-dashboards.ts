import type { Tile } from '@inlay/charts/tile';
import type { PageClick, PageTile } from '@inlay/content/page-state';
import type { Variables } from '@inlay/protocol/frame-messages';
import { AppError } from '../../../platform/errors.ts';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import { pageMessages } from '../../../platform/render/page-messages.ts';
import { writeTitle } from '../../../platform/render/write-value.ts';
import type { Services } from '../../../services.ts';
import { inLanguage, type OpenEmbed, openDashboard } from './open-embed.ts';
import type { ViewerSetting } from './viewer-setting.ts';

/** Dashboards that one embed may lead to, one after the other. */
const MAX_LINKED = 20;

const targetsOf = ({ tiles }: Pick<OpenEmbed, 'tiles'>): readonly string[] =>
  [...tiles.values()].flatMap(({ click }) => (click?.kind === 'dashboard' ? [click.dashboard] : []));

/**
 * A dashboard that click actions of the embed lead to, from one dashboard to the next, as far as the viewer sees them.
 * All others are refused, whether or not they exist (ADR 293).
 */
export async function openLinked(
  services: Pick<Services, 'store'>,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  id: string,
): Promise<OpenEmbed> {
  const found = new Map<string, OpenEmbed | undefined>();
  let open: readonly OpenEmbed[] = [opened];
  while (open.length > 0) {
    const next = [...new Set(open.flatMap(targetsOf))].filter((each) => !found.has(each));
    for (const each of next.slice(0, MAX_LINKED - found.size))
      found.set(each, await openDashboard(services, viewer, opened, each));
    const linked = found.get(id);
    if (linked) return linked;
    open = next.flatMap((each) => found.get(each) ?? []);
  }
  throw new AppError('NOT_FOUND', { message: 'This embed has no such dashboard.' });
}

interface ClickRequest extends OpenEmbed, ViewerSetting {
  readonly services: Pick<Services, 'store'>;
  readonly viewer: EmbedPrincipal;
  readonly variables: Variables;
}

/** The click actions that are possible for this viewer, by tile. */
export async function resolveClicks(request: ClickRequest): Promise<ReadonlyMap<string, PageClick>> {
  const { services, viewer, tiles } = request;
  const targets = [...new Set(targetsOf(request))];
  const dashboards = new Map(
    await Promise.all(
      targets.map(async (id) => [id, await openDashboard(services, viewer, request, id)] as const),
    ),
  );
  return new Map(
    [...tiles.values()].flatMap((tile) => {
      const click = clickOf(request, tile, dashboards);
      return click ? [[tile.id, click] as const] : [];
    }),
  );
}

function clickOf(
  { linkHosts, variables, locale }: ClickRequest,
  { click }: Tile,
  dashboards: ReadonlyMap<string, OpenEmbed | undefined>,
): PageClick | undefined {
  if (click?.kind === 'url') {
    const host = /^https:\/\/([^{}/?#]+)/i.exec(click.url)?.[1]?.toLowerCase();
    const hosts = host === undefined ? linkHosts : linkHosts.filter((each) => each === host);
    return hosts.length === 0 ? undefined : { ...click, hosts };
  }
  if (click?.kind !== 'dashboard') return click;
  const linked = dashboards.get(click.dashboard);
  if (linked?.content.kind !== 'dashboard') return undefined;
  const { dashboard } = inLanguage(linked, locale).content as typeof linked.content;
  const filters = Object.entries(click.filters ?? {}).map(([id, column]) => {
    const kind = dashboard.filters?.find((control) => control.id === id)?.kind;
    return kind && { id, column, kind };
  });
  // Without one of its filters, the dashboard would show more than the author meant.
  if (!filters.every((filter) => filter !== undefined)) return undefined;
  const title = writeTitle(dashboard.title, variables, locale);
  return { kind: 'dashboard', dashboard: dashboard.id, title, filters };
}

/** What a click on a mark does, in the viewer's language. */
export function actionText(click: PageTile['click'], language: string): string | undefined {
  const { opensDashboard, opensLink } = pageMessages(language);
  if (click?.kind === 'dashboard') return opensDashboard({ title: click.title });
  return click?.kind === 'url' ? opensLink : undefined;
}
