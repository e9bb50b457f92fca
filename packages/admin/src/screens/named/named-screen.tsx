import type { Named } from '@inlay/protocol/named';
import type { Page } from '@inlay/protocol/pagination';
import { Button } from '@inlay/ui/button';
import { Dialog } from '@inlay/ui/dialog';
import { EmptyState } from '@inlay/ui/empty-state';
import { Skeleton } from '@inlay/ui/skeleton';
import { Table } from '@inlay/ui/table';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { listPath } from '../../api/list-path.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Link } from '../../parts/link.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { navigate, query, setQuery } from '../../router.ts';
import { NamedDialog } from './named-dialog.tsx';
import type { NamedKind } from './named-kind.ts';

interface NamedScreenProps {
  readonly kind: NamedKind;
  readonly id: string;
}

/** The list of groups or of workspaces, and a dialog for the one at the address. */
export function NamedScreen({ kind, id }: NamedScreenProps): VNode {
  const { plural, one, title, intro, explanation, empty } = kind;
  const list = useAnswer<Page<Named>>(listPath(plural, []));
  const create = (
    <Button variant="primary" onClick={() => setQuery({ new: '1' })}>
      Create a {one}
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
    <Screen title={title} intro={intro} actions={create}>
      <Listed
        answer={list}
        of={one}
        lines={4}
        empty={
          <EmptyState title={`No ${plural} yet`}>
            <p>{empty}</p>
            {create}
          </EmptyState>
        }
      >
        {(found) => <NamedTable kind={kind} found={found} />}
      </Listed>
      {explanation}
      {query.value.has('new') && <NamedDialog {...dialog} />}
      {id !== '' && <ShownDialog key={id} id={id} {...dialog} />}
    </Screen>
  );
}

function NamedTable({ kind, found }: { readonly kind: NamedKind; readonly found: readonly Named[] }): VNode {
  return (
    <Table>
      <thead>
        <tr>
          <th>Name</th>
          <th>Identifier</th>
          <th class="wide">Created</th>
          <th class="wide">
            <span class="ui-visually-hidden">What is in it</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {found.map(({ id, name, createdAt }) => (
          <tr key={id}>
            <td>
              <Link to={`/${kind.plural}/${encodeURIComponent(id)}`}>{name}</Link>
            </td>
            <td>
              <code>{id}</code>
            </td>
            <td class="wide keep">
              <Moment at={createdAt} />
            </td>
            <td class="wide keep">
              <span class="contents-links">
                {kind.contents.map(({ title, list }) => (
                  <Link key={list} to={`/${list}${encodeURIComponent(id)}`}>
                    {title}
                  </Link>
                ))}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

type ShownDialogProps = Parameters<typeof NamedDialog>[0] & { readonly id: string };

function ShownDialog({ id, ...dialog }: ShownDialogProps): VNode {
  const { plural, one } = dialog.kind;
  const { data: named, error, reload } = useAnswer<Named>(`${plural}/${encodeURIComponent(id)}`);
  if (named) return <NamedDialog named={named} {...dialog} />;
  return (
    <Dialog title={one === 'group' ? 'Group' : 'Workspace'} onClose={dialog.onClose}>
      {error ? <Trouble error={error} onRetry={reload} /> : <Skeleton lines={3} />}
    </Dialog>
  );
}
