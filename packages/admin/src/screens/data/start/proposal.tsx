import { SAMPLE_DATA } from '@inlay/content/sample-data';
import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { allApps } from '../../../api/common-queries.ts';
import { useNamed } from '../../../api/named.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { useTask } from '../../../parts/form/use-task.ts';
import { Screen } from '../../../parts/page/screen.tsx';
import { Link } from '../../../parts/text/link.tsx';
import { navigate, query } from '../../../router.ts';
import { AccessCard } from './access-card.tsx';
import { createBundle } from './create-bundle.ts';
import { DashboardCard } from './dashboard-card.tsx';
import { DatasetsCard } from './datasets-card.tsx';
import { freeId } from './free-id.ts';
import type { LoadedDrafts } from './load-drafts.ts';
import type { Access } from './propose-access.ts';
import { allDashboards } from './queries.ts';
import { RelationshipsCard } from './relationships-card.tsx';
import { useProposal } from './use-proposal.ts';

interface ProposalProps extends LoadedDrafts {
  readonly connectionId: string;
}

/** Everything that would be created, each part of which can be changed or left out. */
export function Proposal({ connectionId, ...loaded }: ProposalProps): VNode {
  const t = useMessages('start');
  const proposal = useProposal(loaded, t.proposal);
  const { choices, datasets, accessOf, dashboard } = proposal;
  const apps = (useQuery(allApps).data?.data ?? []).filter(
    ({ id, state }) => id !== SAMPLE_DATA.app && state !== 'archived',
  );
  const dashboards = useQuery(allDashboards).data?.data ?? [];
  const [workspace] = useNamed('workspaces');
  const [isTried, setTried] = useState(false);
  const creating = useTask();
  const title = choices.title ?? dashboard?.title ?? '';
  const app = choices.app ?? apps[0]?.id ?? '';
  const tiles = dashboard?.tiles.filter(({ id }) => !choices.declined.has(id)) ?? [];
  const withDashboard = choices.withDashboard && dashboard !== undefined;
  const unchosen = datasets.filter(({ id }) => !accessOf(id));
  const problem =
    withDashboard && tiles.length === 0
      ? t.dashboard.noTile
      : unchosen[0] && t.access.required({ dataset: unchosen[0].name });
  const idOf = useFreeIds();
  const create = () =>
    creating.run(async () => {
      setTried(true);
      if (problem) {
        document.querySelector<HTMLElement>('.start-access [aria-invalid], .start-access select')?.focus();
        return;
      }
      const appId = app === '' ? idOf('app', title, apps) : app;
      const id = idOf('dashboard', title, dashboards);
      await createBundle({
        connectionId,
        datasets: datasets.map((each) => ({ ...each, access: accessOf(each.id) as Access })),
        ...(withDashboard && { dashboard: { ...dashboard, title, tiles, id, appId } }),
        ...(withDashboard &&
          app === '' && { app: { id: appId, title, workspaceId: workspace?.id ?? 'main' } }),
      });
      showToast(withDashboard ? t.created({ title }) : t.datasetsCreated({ count: datasets.length }));
      const [first] = datasets;
      const to = withDashboard
        ? `/apps/${encodeURIComponent(appId)}/dashboards/${encodeURIComponent(id)}`
        : datasets.length === 1
          ? `/datasets/${encodeURIComponent(first?.id ?? '')}`
          : '/datasets';
      navigate(to, { unasked: true });
    });
  const from = query.value.get('connection');
  return (
    <Screen
      wide
      title={t.title}
      intro={t.intro}
      actions={
        <>
          <Link to={from === null ? '/files' : `/connections/${encodeURIComponent(from)}`} class="ui-button">
            {t.dismiss}
          </Link>
          <Button variant="primary" busy={creating.busy} onClick={() => void create()}>
            {t.create}
          </Button>
        </>
      }
    >
      {creating.error && <Notice tone="bad">{creating.error.message}</Notice>}
      {isTried && problem && <Notice tone="warning">{problem}</Notice>}
      {datasets
        .filter(({ facts }) => facts.rows === 0)
        .map(({ id, name }) => (
          <Notice key={id} tone="neutral">
            {t.empty({ dataset: name })}
          </Notice>
        ))}
      <div class="start">
        <AccessCard proposal={proposal} isTried={isTried} />
        {dashboard && (
          <DashboardCard
            connectionId={connectionId}
            proposal={proposal}
            dashboard={dashboard}
            title={title}
            app={app}
            apps={apps}
          />
        )}
        <div class="ui-stack start-parts">
          {loaded.suggestions.length > 0 && (
            <RelationshipsCard proposal={proposal} suggestions={loaded.suggestions} />
          )}
          <DatasetsCard proposal={proposal} drafts={loaded.drafts} />
        </div>
      </div>
    </Screen>
  );
}

/** Identifiers of what is created: the same ones if the request is sent again because its response was lost. */
function useFreeIds() {
  const ids = useRef(new Map<string, string>());
  return (kind: string, name: string, taken: readonly { readonly id: string }[]): string => {
    const key = `${kind} ${name}`;
    const id = ids.current.get(key) ?? freeId(name, new Set(taken.map((each) => each.id)), kind);
    ids.current.set(key, id);
    return id;
  };
}
