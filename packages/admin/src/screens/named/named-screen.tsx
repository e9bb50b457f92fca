import type { Named } from '@inlay/protocol/named';
import type { VNode } from 'preact';
import { useQuery } from '../../api/use-query.ts';
import { useSnapshot } from '../../api/use-snapshot.ts';
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
import { NamedDialog } from './named-dialog.tsx';
import type { NamedKind } from './named-kind.ts';
import { namedList, namedQuery } from './queries.ts';

interface NamedScreenProps {
  readonly kind: NamedKind;
  readonly id: string | undefined;
}

/** The list of groups or of workspaces, and a dialog for the one at the address. */
export function NamedScreen({ kind, id }: NamedScreenProps): VNode {
  const { plural, one, title, intro, explanation, empty } = kind;
  const list = useQuery(namedList(plural, query.value));
  const create = (
    <Button kind="main" onPress={() => setQuery({ new: '1' })}>
      Create a {one}
    </Button>
  );
  const close = () => navigate(`/${plural}`, { unasked: true });
  const dialog = {
    kind,
    onClose: close,
    onDone: (text: string) => {
      close();
      say(text);
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
          <Empty title={`No ${plural} yet`}>
            <p>{empty}</p>
            {create}
          </Empty>
        }
      >
        {(found) => <NamedTable kind={kind} found={found} />}
      </Listed>
      {explanation}
      {query.value.has('new') && <NamedDialog {...dialog} />}
      {id !== undefined && <ShownDialog key={id} id={id} {...dialog} />}
    </Screen>
  );
}

function NamedTable({ kind, found }: { readonly kind: NamedKind; readonly found: readonly Named[] }): VNode {
  return (
    <div class="table-box">
      <table class="table">
        <thead>
          <tr>
            <th>Name</th>
            <th>Identifier</th>
            <th class="wide">Created</th>
            <th class="wide">
              <span class="offscreen">What is in it</span>
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
      </table>
    </div>
  );
}

type ShownDialogProps = Parameters<typeof NamedDialog>[0] & { readonly id: string };

function ShownDialog({ id, ...dialog }: ShownDialogProps): VNode {
  const { plural, one } = dialog.kind;
  const { data: named, error, reload } = useSnapshot(namedQuery(plural, id));
  if (named) return <NamedDialog named={named} {...dialog} />;
  return (
    <Dialog title={one === 'group' ? 'Group' : 'Workspace'} onClose={dialog.onClose}>
      {error ? <Trouble error={error} onRetry={reload} /> : <Skeleton lines={3} />}
    </Dialog>
  );
}
