import type { Named } from '@inlay/protocol/named';
import { Button } from '@inlay/ui/controls/button';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { Table } from '@inlay/ui/layout/table';
import { Dialog } from '@inlay/ui/overlays/dialog';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useQuery } from '../../api/use-query.ts';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { useMessages } from '../../messages.ts';
import { Listed } from '../../parts/list/listed.tsx';
import { lazy } from '../../parts/page/lazy.tsx';
import { Screen } from '../../parts/page/screen.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { Link } from '../../parts/text/link.tsx';
import { Moment } from '../../parts/text/moment.tsx';
import { navigate, query, setQuery } from '../../router.ts';
import { can } from '../../session/can.ts';
import { loadNamedDialog } from './load-named-dialog.ts';
import type { NamedKind } from './named-kind.ts';
import { namedList, namedQuery } from './queries.ts';

const NamedDialog = lazy(loadNamedDialog, 0);

interface NamedScreenProps {
  readonly kind: NamedKind;
  readonly id: string | undefined;
}

/** The list of groups or workspaces, and a dialog for the one at the address. */
export function NamedScreen({ kind, id }: NamedScreenProps): VNode {
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
      <Listed
        query={list}
        of={texts.count}
        lines={4}
        empty={
          <EmptyState title={texts.empty}>
            <p>{texts.emptyText}</p>
            {create}
          </EmptyState>
        }
      >
        {(found) => <NamedTable kind={kind} found={found} />}
      </Listed>
      {help}
      {query.value.has('new') && <NamedDialog {...dialog} />}
      {id !== undefined && <EditDialog key={id} id={id} {...dialog} />}
    </Screen>
  );
}

function NamedTable({ kind, found }: { readonly kind: NamedKind; readonly found: readonly Named[] }): VNode {
  const t = useMessages('tenant').named;
  return (
    <Table>
      <thead>
        <tr>
          <th>{t.name}</th>
          <th>{t.id}</th>
          <th class="ui-wide">{t.created}</th>
          <th class="ui-wide">
            <span class="ui-visually-hidden">{t.contents}</span>
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
            <td class="ui-wide ui-keep">
              <Moment at={createdAt} />
            </td>
            <td class="ui-wide ui-keep">
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
