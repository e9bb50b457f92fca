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
