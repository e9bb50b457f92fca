import type { Named } from '@inlay/protocol/named';
import type { Page } from '@inlay/protocol/pagination';
import type { User } from '@inlay/protocol/user';
import { Badge } from '@inlay/ui/badge';
import { Button } from '@inlay/ui/button';
import { Table } from '@inlay/ui/table';
import type { VNode } from 'preact';
import { listPath } from '../../api/list-path.ts';
import { useNamed } from '../../api/named.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Breakable } from '../../parts/breakable.tsx';
import { FilterSelect } from '../../parts/filter-select.tsx';
import { Link } from '../../parts/link.tsx';
import { ListSearch } from '../../parts/list-search.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Moment } from '../../parts/moment.tsx';
import { NothingMatches } from '../../parts/nothing-matches.tsx';
import { Screen } from '../../parts/screen.tsx';
import { WorkspaceFilter } from '../../parts/workspace-filter.tsx';
import { navigate, query, setQuery } from '../../router.ts';
import { UserDialog } from './user-dialog.tsx';

const filterNames = ['q', 'role', 'group', 'workspace', 'status'] as const;

export function UsersScreen({ id }: { readonly id: string }): VNode {
  const users = useAnswer<Page<User>>(listPath('users', filterNames));
  const groups = useNamed('groups');
  const workspaces = useNamed('workspaces');
  const creating = query.value.has('new');
  const close = () => {
    if (creating) setQuery({ new: '' });
    else navigate('/users', { unasked: true });
  };
  return (
    <Screen
      title="Users"
      intro="People who sign in here or call the API. Viewers of embeds need no account: your server says who they are."
      actions={
        <>
          <Link to="/users/import" class="ui-button">
            Import users
          </Link>
          <Button variant="primary" onClick={() => setQuery({ new: '1' })}>
            Create a user
          </Button>
        </>
      }
    >
      <div class="filters">
        <ListSearch label="Search by name or e-mail" />
        <FilterSelect
          name="role"
          label="Role"
          options={[
            ['', 'All roles'],
            ['ADMIN', 'Administrators'],
            ['USER', 'Users'],
          ]}
        />
        <FilterSelect
          name="group"
          label="Group"
          options={[['', 'All groups'], ...groups.map((group) => [group.id, group.name] as const)]}
        />
        <WorkspaceFilter workspaces={workspaces} />
        <FilterSelect
          name="status"
          label="Status"
          options={[
            ['', 'Active and disabled'],
            ['active', 'Active'],
            ['disabled', 'Disabled'],
          ]}
        />
      </div>
      <Listed
        answer={users}
        of="user"
        lines={6}
        empty={<NothingMatches title="Nobody matches" filters={filterNames} />}
      >
        {(found) => <UserTable users={found} groups={groups} />}
      </Listed>
      {(creating || id !== '') && (
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

interface UserTableProps {
  readonly users: readonly User[];
  readonly groups: readonly Named[];
}

function UserTable({ users, groups }: UserTableProps): VNode {
  const nameOf = (id: string) => groups.find((group) => group.id === id)?.name ?? id;
  return (
    <Table>
      <thead>
        <tr>
          <th>User</th>
          <th class="wide">Groups</th>
          <th class="wide">Role</th>
          <th class="wide">Last sign-in</th>
          <th>Status</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <td>
              <Link to={`/users/${user.id}`}>
                <Breakable text={user.username} />
              </Link>
              <div class="small muted">{[user.firstName, user.lastName].filter(Boolean).join(' ')}</div>
              {isAdmin(user) && <div class="small muted narrow">Administrator</div>}
            </td>
            <td class="wide">{user.groups.map(nameOf).join(', ') || <span class="muted">none</span>}</td>
            <td class="wide keep">{isAdmin(user) ? 'Administrator' : 'User'}</td>
            <td class="wide keep">
              {user.lastLoginAt ? <Moment at={user.lastLoginAt} /> : <span class="muted">never</span>}
            </td>
            <td class="keep">
              <Badge tone={user.status === 'active' ? 'good' : 'neutral'}>
                {user.status === 'active' ? 'Active' : 'Disabled'}
              </Badge>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const isAdmin = ({ roles }: User): boolean => roles.includes('ADMIN');
