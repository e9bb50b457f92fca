import type { ApiKey, CreatedApiKey } from '@inlay/protocol/api-key';
import { Button } from '@inlay/ui/controls/button';
import { Badge } from '@inlay/ui/layout/badge';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Table } from '@inlay/ui/layout/table';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { Listed } from '../../parts/list/listed.tsx';
import { lazy } from '../../parts/page/lazy.tsx';
import { Screen } from '../../parts/page/screen.tsx';
import { Breakable } from '../../parts/text/breakable.tsx';
import { Link } from '../../parts/text/link.tsx';
import { Moment } from '../../parts/text/moment.tsx';
import { navigate, query, setQuery } from '../../router.ts';
import { can } from '../../session/can.ts';
import { IssuedKey } from './issued-key.tsx';
import { loadApiKeyDialog } from './load-api-key-dialog.ts';
import { apiKeyList } from './queries.ts';

const ApiKeyDialog = lazy(loadApiKeyDialog, 0);

export function ApiKeysScreen({ id }: { readonly id?: string }): VNode {
  const t = useMessages('tenant').apiKeys;
  const keys = useQuery(apiKeyList(query.value));
  const [issued, setIssued] = useState<CreatedApiKey>();
  const isNew = query.value.has('new');
  const close = () => {
    if (isNew) setQuery({ new: '' });
    else navigate('/api-keys', { unasked: true });
  };
  const create = can('keys:write') && (
    <Button variant="primary" onClick={() => setQuery({ new: '1' })}>
      {t.create}
    </Button>
  );
  return (
    <Screen title={t.title} intro={t.intro} actions={create}>
      {issued && <IssuedKey key={issued.key} issued={issued} />}
      <Listed
        query={keys}
        of={t.count}
        lines={4}
        empty={
          <EmptyState title={t.empty}>
            <p>{t.emptyText}</p>
            {create}
          </EmptyState>
        }
      >
        {(found) => <KeyTable keys={found} />}
      </Listed>
      {(isNew || id !== undefined) && (
        <ApiKeyDialog
          id={isNew ? undefined : id}
          onClose={close}
          onDone={(created) => {
            if (created) setIssued(created);
            close();
            keys.reload();
          }}
        />
      )}
    </Screen>
  );
}

function KeyTable({ keys }: { readonly keys: readonly ApiKey[] }): VNode {
  const t = useMessages('tenant').apiKeys;
  return (
    <Table>
      <thead>
        <tr>
          <th>{t.name}</th>
          <th class="ui-roomy">{t.scopes}</th>
          <th class="ui-wide">{t.createdBy}</th>
          <th class="ui-wide">{t.lastUsed}</th>
          <th>{t.expires}</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <td>
              <Link to={`/api-keys/${key.id}`}>
                <Breakable text={key.name} />
              </Link>
              <div>
                <code class="ui-small ui-muted">{key.prefix}…</code>
              </div>
            </td>
            <td class="ui-roomy ui-small">{key.scopes.join(', ')}</td>
            <td class="ui-wide">{key.createdBy ?? t.operator}</td>
            <td class="ui-wide ui-keep">
              {key.lastUsedAt ? <Moment at={key.lastUsedAt} /> : <span class="ui-muted">{t.never}</span>}
            </td>
            <td class="ui-keep">
              <Expiry at={key.expiresAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Expiry({ at }: { readonly at: string | null }): VNode {
  const t = useMessages('tenant').apiKeys;
  if (at === null) return <span class="ui-muted">{t.never}</span>;
  if (Date.parse(at) <= Date.now()) return <Badge tone="neutral">{t.expired}</Badge>;
  return <Moment at={at} />;
}
