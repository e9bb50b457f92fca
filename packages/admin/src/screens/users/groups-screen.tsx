import type { Page } from '@inlay/protocol/pagination';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { listPath } from '../../api/list-path.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { say } from '../../parts/toasts.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { GroupDialog } from './group-dialog.tsx';

export interface Named {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

export function GroupsScreen(): VNode {
  const { data: page, error, reload } = useAnswer<Page<Named>>(listPath('groups', []));
  const [open, setOpen] = useState<Named | 'new'>();
  const done = (text: string) => {
    setOpen(undefined);
    say(text);
    reload();
  };
  return (
    <Screen
      title="Groups"
      intro="Rules for rows and visibility can name a group instead of every person in it."
      actions={
        <Button kind="main" onPress={() => setOpen('new')}>
          Create a group
        </Button>
      }
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {!page && !error && <Skeleton lines={4} />}
      {page?.data.length === 0 && (
        <Empty title="No groups yet">
          <p>
            Create one, then put users into it. Embeds may also name groups that exist only in your
            application.
          </p>
        </Empty>
      )}
      {page && page.data.length > 0 && (
        <>
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
                {page.data.map((group) => (
                  <tr key={group.id}>
                    <td>
                      <button type="button" class="row-button-plain link" onClick={() => setOpen(group)}>
                        {group.name}
                      </button>
                    </td>
                    <td>
                      <code>{group.id}</code>
                    </td>
                    <td class="wide keep">
                      <Moment at={group.createdAt} />
                    </td>
                    <td class="keep">
                      <Link to={`/users?group=${encodeURIComponent(group.id)}`}>Members</Link>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Pager meta={page.meta} of="groups" />
        </>
      )}
      {open && (
        <GroupDialog
          {...(open === 'new' ? {} : { group: open })}
          onClose={() => setOpen(undefined)}
          onDone={done}
          onRemove={(group) => ask('DELETE', `groups/${encodeURIComponent(group.id)}`)}
        />
      )}
    </Screen>
  );
}
