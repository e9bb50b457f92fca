import type { Page } from '@inlay/protocol/pagination';
import type { VNode } from 'preact';
import { ask } from '../../api/ask.ts';
import { listPath } from '../../api/list-path.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { say } from '../../parts/toasts.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { navigate, query, setQuery } from '../../router.ts';
import { GroupDialog } from './group-dialog.tsx';

export interface Named {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

export function GroupsScreen({ id }: { readonly id: string }): VNode {
  const groups = useAnswer<Page<Named>>(listPath('groups', []));
  const creating = query.value.has('new');
  const close = () => navigate('/groups', { unasked: true });
  const done = (text: string) => {
    close();
    say(text);
    groups.reload();
  };
  return (
    <Screen
      title="Groups"
      intro="Rules for rows and visibility can name a group instead of every person in it."
      actions={
        <Button kind="main" onPress={() => setQuery({ new: '1' })}>
          Create a group
        </Button>
      }
    >
      <Listed answer={groups} of="group" lines={4} empty={<NoGroups />}>
        {(found) => <GroupTable groups={found} />}
      </Listed>
      {creating && <GroupDialog onClose={close} onDone={done} onRemove={remove} />}
      {id !== '' && <ShownGroup key={id} id={id} onClose={close} onDone={done} />}
    </Screen>
  );
}

function GroupTable({ groups }: { readonly groups: readonly Named[] }): VNode {
  return (
    <div class="table-box">
      <table class="table">
        <thead>
          <tr>
            <th>Group</th>
            <th>Identifier</th>
            <th class="wide">Created</th>
            <th>
              <span class="offscreen">Members</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.id}>
              <td>
                <Link to={`/groups/${encodeURIComponent(group.id)}`}>{group.name}</Link>
              </td>
              <td>
                <code>{group.id}</code>
              </td>
              <td class="wide keep">
                <Moment at={group.createdAt} />
              </td>
              <td class="keep number">
                <Link to={`/users?group=${encodeURIComponent(group.id)}`}>Members</Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NoGroups(): VNode {
  return (
    <Empty title="No groups yet">
      <p>
        Create one, then put users into it. Embeds may also name groups that exist only in your application.
      </p>
      <Button kind="main" onPress={() => setQuery({ new: '1' })}>
        Create a group
      </Button>
    </Empty>
  );
}

const remove = (group: Named) => ask('DELETE', `groups/${encodeURIComponent(group.id)}`);

interface ShownGroupProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

function ShownGroup({ id, onClose, onDone }: ShownGroupProps): VNode {
  const { data: group, error, reload } = useAnswer<Named>(`groups/${encodeURIComponent(id)}`);
  if (group) return <GroupDialog group={group} onClose={onClose} onDone={onDone} onRemove={remove} />;
  return (
    <Dialog title="Group" onClose={onClose}>
      {error ? <Trouble error={error} onRetry={reload} /> : <Skeleton lines={3} />}
    </Dialog>
  );
}
