import { Button } from '@inlay/ui/controls/button';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { Dialog } from '@inlay/ui/overlays/dialog';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useQuery } from '../../api/use-query.ts';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { useMessages } from '../../messages.ts';
import { ResourceTable } from '../../parts/list/resource-table.tsx';
import { lazy } from '../../parts/page/lazy.tsx';
import { Screen } from '../../parts/page/screen.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { Link } from '../../parts/text/link.tsx';
import { Moment } from '../../parts/text/moment.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import { navigate, query, setQuery } from '../../router.ts';
import { can } from '../../session/can.ts';
import { loadNamedDialog } from './load-named-dialog.ts';
import type { NamedKind } from './named-kind.ts';
import {
  appsOfWorkspace,
  datasetsOfWorkspace,
  membersOfGroup,
  namedList,
  namedQuery,
  usersOfWorkspace,
} from './queries.ts';

const NamedDialog = lazy(loadNamedDialog, 0);

export function GroupsScreen({ id }: { readonly id?: string }): VNode {
  const texts = useMessages('people').groups;
  const contents = [{ title: texts.members, list: 'users?group=', first: membersOfGroup }];
  return <NamedScreen kind={{ plural: 'groups', texts, contents }} id={id} />;
}

export function WorkspacesScreen({ id }: { readonly id?: string }): VNode {
  const t = useMessages('tenant').workspaces;
  const contents = [
    { title: t.apps, count: t.appCount, list: 'apps?workspace=', first: appsOfWorkspace },
    { title: t.datasets, count: t.datasetCount, list: 'datasets?workspace=', first: datasetsOfWorkspace },
    { title: t.users, count: t.userCount, list: 'users?workspace=', first: usersOfWorkspace },
  ];
  return <NamedScreen kind={{ plural: 'workspaces', texts: t, contents, help: <WorkspaceHelp /> }} id={id} />;
}

function WorkspaceHelp(): VNode {
  const { apps, datasets, help } = useMessages('tenant').workspaces;
  return (
    <section class="ui-stack-tight">
      <h2>{help.title}</h2>
      <div class="facts">
        <p>
          <Rich
            text={help.content}
            parts={{ apps: <strong>{apps}</strong>, datasets: <strong>{datasets}</strong> }}
          />
        </p>
        <p>
          <Rich
            text={help.viewers}
            parts={{
              viewers: <strong>{help.embedViewers}</strong>,
              claim: <code>workspace_id</code>,
              link: <Link to="/embed-settings/server-code">{help.serverCode}</Link>,
            }}
          />
        </p>
        <p>
          <Rich text={help.one} parts={{ enough: <strong>{help.oneIsEnough}</strong> }} />
        </p>
      </div>
    </section>
  );
}

interface NamedScreenProps {
  readonly kind: NamedKind;
  readonly id: string | undefined;
}

/** The list of groups or workspaces, and a dialog for the one at the address. */
function NamedScreen({ kind, id }: NamedScreenProps): VNode {
  const t = useMessages('tenant').named;
  const { plural, texts, help } = kind;
  const list = useQuery(namedList(plural, query.value));
  const create = can(plural === 'groups' ? 'users:write' : 'settings:write') && (
    <Button variant="primary" onClick={() => setQuery({ new: '1' })}>
      {texts.create}
    </Button>
  );
  const close = () => navigate(`/${plural}`, { unasked: true });
  const dialog = {
    kind,
    onClose: close,
    onDone: (text: string) => {
      close();
      showToast(text);
      list.reload();
    },
  };
  return (
    <Screen title={texts.title} intro={texts.intro} actions={create}>
      <ResourceTable
        query={list}
        of={texts.count}
        lines={4}
        empty={
          <EmptyState title={texts.empty}>
            <p>{texts.emptyText}</p>
            {create}
          </EmptyState>
        }
        columns={[
          {
            title: t.name,
            cell: (named) => <Link to={`/${plural}/${encodeURIComponent(named.id)}`}>{named.name}</Link>,
          },
          { title: t.id, cell: (named) => <code>{named.id}</code> },
          { title: t.created, class: 'ui-wide ui-keep', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          {
            title: <span class="ui-visually-hidden">{t.contents}</span>,
            class: 'ui-wide ui-keep',
            cell: (named) => (
              <span class="contents-links">
                {kind.contents.map((content) => (
                  <Link key={content.list} to={`/${content.list}${encodeURIComponent(named.id)}`}>
                    {content.title}
                  </Link>
                ))}
              </span>
            ),
          },
        ]}
      />
      {help}
      {query.value.has('new') && <NamedDialog {...dialog} />}
      {id !== undefined && <EditDialog key={id} id={id} {...dialog} />}
    </Screen>
  );
}

type EditDialogProps = Parameters<typeof NamedDialog>[0] & { readonly id: string };

function EditDialog({ id, ...dialog }: EditDialogProps): VNode {
  const { plural, texts } = dialog.kind;
  const { data: named, error, reload } = useSnapshot(namedQuery(plural, id));
  if (named) return <NamedDialog named={named} {...dialog} />;
  return (
    <Dialog title={texts.one} onClose={dialog.onClose}>
      {error ? <Trouble error={error} onRetry={reload} /> : <Skeleton lines={3} />}
    </Dialog>
  );
}
