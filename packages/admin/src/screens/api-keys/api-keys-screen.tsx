import type { CreatedApiKey } from '@inlay/protocol/api-key';
import { Button } from '@inlay/ui/controls/button';
import { CopyButton } from '@inlay/ui/controls/copy-button';
import { useUnsaved } from '@inlay/ui/form/use-unsaved';
import { Badge } from '@inlay/ui/layout/badge';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { ResourceTable } from '../../parts/list/resource-table.tsx';
import { lazy } from '../../parts/page/lazy.tsx';
import { Screen } from '../../parts/page/screen.tsx';
import { Breakable } from '../../parts/text/breakable.tsx';
import { Link } from '../../parts/text/link.tsx';
import { Moment } from '../../parts/text/moment.tsx';
import { navigate, query, setQuery } from '../../router.ts';
import { can } from '../../session/can.ts';
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
      <ResourceTable
        query={keys}
        of={t.count}
        lines={4}
        empty={
          <EmptyState title={t.empty}>
            <p>{t.emptyText}</p>
            {create}
          </EmptyState>
        }
        columns={[
          {
            title: t.name,
            cell: ({ id: key, name, prefix }) => (
              <>
                <Link to={`/api-keys/${key}`}>
                  <Breakable text={name} />
                </Link>
                <div>
                  <code class="ui-small ui-muted">{prefix}…</code>
                </div>
              </>
            ),
          },
          { title: t.scopes, class: 'ui-roomy ui-small', cell: ({ scopes }) => scopes.join(', ') },
          { title: t.createdBy, class: 'ui-wide', cell: ({ createdBy }) => createdBy ?? t.operator },
          {
            title: t.lastUsed,
            class: 'ui-wide ui-keep',
            cell: ({ lastUsedAt }) =>
              lastUsedAt ? <Moment at={lastUsedAt} /> : <span class="ui-muted">{t.never}</span>,
          },
          { title: t.expires, class: 'ui-keep', cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
        ]}
      />
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

function Expiry({ at }: { readonly at: string | null }): VNode {
  const t = useMessages('tenant').apiKeys;
  if (at === null) return <span class="ui-muted">{t.never}</span>;
  if (Date.parse(at) <= Date.now()) return <Badge tone="neutral">{t.expired}</Badge>;
  return <Moment at={at} />;
}

/** A new key, shown once: it lives in this component only. */
function IssuedKey({ issued }: { readonly issued: CreatedApiKey }): VNode {
  const t = useMessages('tenant').apiKeys;
  const [copied, setCopied] = useState(false);
  useUnsaved(!copied, t.notCopied);
  return (
    <section class="secret" aria-live="polite">
      <strong>{t.copyNow({ name: issued.name })}</strong>
      <div class="secret-line">
        <output aria-label={t.key}>{issued.key}</output>
        <CopyButton text={issued.key} name={t.key} variant="primary" onCopied={() => setCopied(true)} />
      </div>
      <p class="ui-small">{t.howToSend}</p>
    </section>
  );
}
