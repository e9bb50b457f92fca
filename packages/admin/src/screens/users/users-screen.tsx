import type { Named } from '@inlay/protocol/named';
import type { User } from '@inlay/protocol/user';
import { Button } from '@inlay/ui/controls/button';
import { Badge } from '@inlay/ui/layout/badge';
import type { VNode } from 'preact';
import { useNamed } from '../../api/named.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import type { Column } from '../../parts/list/columns.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { ListSearch } from '../../parts/list/list-search.tsx';
import { NothingMatches } from '../../parts/list/nothing-matches.tsx';
import { ResourceTable } from '../../parts/list/resource-table.tsx';
import { WorkspaceFilter } from '../../parts/list/workspace-filter.tsx';
import { lazy } from '../../parts/page/lazy.tsx';
import { Screen } from '../../parts/page/screen.tsx';
import { Breakable } from '../../parts/text/breakable.tsx';
import { Link } from '../../parts/text/link.tsx';
import { Moment } from '../../parts/text/moment.tsx';
import { navigate, query, setQuery } from '../../router.ts';
import { can } from '../../session/can.ts';
import { loadUserDialog } from './load-user-dialog.ts';
import { userFilters, userList } from './queries.ts';

const UserDialog = lazy(loadUserDialog, 0);

export function UsersScreen({ id }: { readonly id?: string }): VNode {
  const t = useMessages('people').users;
  const users = useQuery(userList(query.value));
  const groups = useNamed('groups');
  const workspaces = useNamed('workspaces');
  const creating = query.value.has('new');
  const close = () => {
    if (creating) setQuery({ new: '' });
    else navigate('/users', { unasked: true });
  };
  return (
    <Screen
      title={t.title}
      intro={t.intro}
      actions={
        can('users:write') && (
          <>
            <Link to="/users/import" class="ui-button">
              {t.import}
            </Link>
            <Button variant="primary" onClick={() => setQuery({ new: '1' })}>
              {t.create}
            </Button>
          </>
        )
      }
    >
      <div class="ui-row filters">
        <ListSearch label={t.search} />
        <FilterSelect
          name="role"
          label={t.role}
          options={[
            ['', t.allRoles],
            ['ADMIN', t.administrators],
            ['USER', t.title],
          ]}
        />
        <FilterSelect
          name="group"
          label={t.group}
          options={[['', t.allGroups], ...groups.map((group) => [group.id, group.name] as const)]}
        />
        <WorkspaceFilter workspaces={workspaces} />
        <FilterSelect
          name="status"
          label={t.status}
          options={[
            ['', t.anyStatus],
            ['active', t.active],
            ['disabled', t.disabled],
          ]}
        />
      </div>
      <ResourceTable
        query={users}
        of={t.count}
        lines={6}
        empty={<NothingMatches title={t.noMatch} filters={userFilters} />}
        columns={useUserColumns(groups)}
      />
      {(creating || id !== undefined) && (
        <UserDialog
          id={creating ? undefined : id}
          groups={groups}
          workspaces={workspaces}
          onClose={close}
          onDone={() => {
            close();
            users.reload();
          }}
        />
      )}
    </Screen>
  );
}

function useUserColumns(groups: readonly Named[]): readonly Column<User>[] {
  const t = useMessages('people').users;
  const nameOf = (id: string) => groups.find((group) => group.id === id)?.name ?? id;
  return [
    {
      title: t.user,
      cell: (user) => (
        <>
          <Link to={`/users/${user.id}`}>
            <Breakable text={user.username} />
          </Link>
          <div class="ui-small ui-muted">{[user.firstName, user.lastName].filter(Boolean).join(' ')}</div>
          {user.adminRole && <div class="ui-small ui-muted ui-narrow">{t.roles[user.adminRole]}</div>}
        </>
      ),
    },
    {
      title: t.groups,
      class: 'ui-wide',
      cell: (user) => user.groups.map(nameOf).join(', ') || <span class="ui-muted">{t.noGroups}</span>,
    },
    { title: t.role, class: 'ui-wide ui-keep', cell: ({ adminRole }) => t.roles[adminRole ?? 'none'] },
    {
      title: t.lastSignIn,
      class: 'ui-wide ui-keep',
      cell: ({ lastLoginAt }) =>
        lastLoginAt ? <Moment at={lastLoginAt} /> : <span class="ui-muted">{t.never}</span>,
    },
    {
      title: t.status,
      class: 'ui-keep',
      cell: ({ status }) => (
        <Badge tone={status === 'active' ? 'good' : 'neutral'}>
          {status === 'active' ? t.active : t.disabled}
        </Badge>
      ),
    },
  ];
}
