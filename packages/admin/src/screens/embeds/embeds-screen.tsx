import type { EmbedSettings } from '@inlay/protocol/embed-settings';
import type { Page } from '@inlay/protocol/pagination';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import type { Usage } from '@inlay/protocol/usage';
import { Badge } from '@inlay/ui/badge';
import { Button } from '@inlay/ui/button';
import { CopyButton } from '@inlay/ui/copy-button';
import { Dialog } from '@inlay/ui/dialog';
import { EmptyState } from '@inlay/ui/empty-state';
import { Table } from '@inlay/ui/table';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import type { ShownApp, ShownEmbed } from '../../api/content.ts';
import { listPath } from '../../api/list-path.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { FilterSelect } from '../../parts/filter-select.tsx';
import { Filters } from '../../parts/filters.tsx';
import { Link } from '../../parts/link.tsx';
import { ListSearch } from '../../parts/list-search.tsx';
import { Listed } from '../../parts/listed.tsx';
import { NextContentStep } from '../../parts/next-content-step.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TileTitle } from '../../parts/tile-title.tsx';
import { navigate, query, setQuery } from '../../router.ts';
import { EmbedDialog } from './embed-dialog.tsx';
import { EmbedForm } from './embed-form.tsx';
import { kindNames } from './kind-names.ts';

const kinds = Object.keys(kindNames) as readonly (keyof typeof kindNames)[];

export function EmbedsScreen({ id }: { readonly id: string }): VNode {
  const embeds = useAnswer<Page<ShownEmbed>>(listPath('embeds', ['q', 'app', 'state']));
  const apps = useAnswer<Page<ShownApp>>('apps?limit=200').data?.data ?? [];
  const wanted = query.value.get('new');
  const kind = kinds.find((each) => each === wanted);
  const filtered = ['q', 'app', 'state'].some((name) => query.value.has(name));
  return (
    <Screen
      title="Embed Manager"
      intro="An embed gives a tile, story or dashboard an identifier that your pages name. Choose one for the code to paste."
      actions={
        <>
          <Link to="/embed-settings" class="ui-button">
            Embed Settings
          </Link>
          <Button variant="primary" onClick={() => setQuery({ new: 'tile' })}>
            Create an embed
          </Button>
        </>
      }
    >
      <Filters shown={filtered || (embeds.data?.data.length ?? 0) > 0}>
        <ListSearch label="Search embeds" />
        <FilterSelect
          name="app"
          label="App"
          options={[['', 'All apps'], ...apps.map((app) => [app.id, app.title] as const)]}
        />
        <FilterSelect
          name="state"
          label="State"
          options={[
            ['', 'All states'],
            ['draft', 'Draft'],
            ['published', 'Published'],
            ['archived', 'Archived'],
          ]}
        />
      </Filters>
      <Listed answer={embeds} of="embed" lines={5} empty={<NoEmbeds filtered={filtered} />}>
        {(found) => <EmbedTable embeds={found} apps={apps} />}
      </Listed>
      {id !== '' && (
        <EmbedDialog id={id} apps={apps} onClose={() => navigate('/embeds')} onChanged={embeds.reload} />
      )}
      {kind && (
        <Dialog title="Create an embed" onClose={() => setQuery({ new: '', target: '' })} side>
          <EmbedForm
            target={{ kind, id: query.value.get('target') ?? '' }}
            onCancel={() => setQuery({ new: '', target: '' })}
            onDone={(embed) => {
              embeds.reload();
              showToast(`The embed ${embed.id} is there. Paste its code into your page.`);
              navigate(`/embeds/${encodeURIComponent(embed.id)}`, { unasked: true });
            }}
          />
        </Dialog>
      )}
    </Screen>
  );
}

function EmbedTable({
  embeds,
  apps,
}: {
  readonly embeds: readonly ShownEmbed[];
  readonly apps: readonly ShownApp[];
}): VNode {
  const usage = useAnswer<Usage>('usage?days=30').data;
  const ofTenant = useAnswer<EmbedSettings>('embed-settings').data?.allowedOrigins;
  return (
    <Table>
      <thead>
        <tr>
          <th>Embed</th>
          <th class="roomy">App</th>
          <th class="wide">Workspace</th>
          <th class="wide">Kind</th>
          <th>Identifier</th>
          <th class="number wide">Views, 30 days</th>
          <th>State</th>
        </tr>
      </thead>
      <tbody>
        {embeds.map((embed) => {
          const app = apps.find(({ id }) => id === embed.appId);
          return (
            <tr key={embed.id}>
              <td>
                <Link to={`/embeds/${encodeURIComponent(embed.id)}`}>
                  {embed.target.kind === 'tile' ? (
                    <TileTitle tile={{ id: embed.target.id, appId: embed.appId, title: embed.title }} />
                  ) : (
                    titleOutline(embed.title)
                  )}
                </Link>
                <div class="narrow small">{kindNames[embed.target.kind]}</div>
                <div class="small muted">{originsText(embed.allowedOrigins, ofTenant)}</div>
              </td>
              <td class="roomy">{app?.title ?? embed.appId}</td>
              <td class="wide">
                {app && (
                  <Identifier name={app.workspaceId} what={`workspace_id of ${titleOutline(embed.title)}`} />
                )}
              </td>
              <td class="wide">
                <Badge tone="neutral">{kindNames[embed.target.kind]}</Badge>
              </td>
              <td>
                <Identifier name={embed.id} what={`identifier of ${titleOutline(embed.title)}`} />
                {embed.alias && (
                  <div class="wide">
                    <Identifier name={embed.alias} what={`alias of ${titleOutline(embed.title)}`} />
                  </div>
                )}
              </td>
              <td class="number wide">{viewsText(usage, embed.id)}</td>
              <td class="keep">
                <StateBadge state={embed.state} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** The pages that may show it: what both Embed Settings and the embed allow. A side that names none leaves it to the other. */
function originsText(ofEmbed: readonly string[] = [], ofTenant: readonly string[] | undefined): string {
  if (!ofTenant) return '';
  const both = ofTenant.filter((origin) => ofEmbed.length === 0 || ofEmbed.includes(origin));
  const allowed = ofTenant.length === 0 ? ofEmbed : both;
  if (allowed.length > 0) return `on ${allowed.join(', ')}`;
  return ofEmbed.length === 0 ? 'on any page' : 'on no page: Embed Settings allow none of its origins';
}

/** The route names the 200 embeds that were viewed most: of one that is missing from a full list nothing is known. */
function viewsText(usage: Usage | undefined, id: string): string {
  if (!usage) return '';
  const views = usage.embeds.find((embed) => embed.id === id)?.views;
  if (views === undefined) return usage.embeds.length < 200 ? '0' : 'few';
  return new Intl.NumberFormat('en').format(views);
}

function Identifier({ name, what }: { readonly name: string; readonly what: string }): VNode {
  return (
    <div class="row identifier">
      <code class="id-code">{name}</code>
      <CopyButton text={name} name={what} />
    </div>
  );
}

function NoEmbeds({ filtered }: { readonly filtered: boolean }): VNode {
  if (filtered)
    return <EmptyState title="No embed matches">Change the search or the filters above.</EmptyState>;
  return (
    <EmptyState title="No embeds yet">
      <p>An embed gives a tile, story, dashboard or builder an identifier that your pages name.</p>
      <p>
        <NextContentStep />
      </p>
    </EmptyState>
  );
}
