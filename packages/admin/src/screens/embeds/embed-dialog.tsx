import type { EmbedAuthSettings } from '@inlay/protocol/embed-auth-settings';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Button } from '@inlay/ui/controls/button';
import { CodeBlock } from '@inlay/ui/layout/code-block';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { Tabs } from '@inlay/ui/layout/tabs';
import { Values } from '@inlay/ui/layout/values';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { appQuery, embedQuery, embedSettings } from '../../api/common-queries.ts';
import type { ShownEmbed } from '../../api/content.ts';
import { useQuery } from '../../api/use-query.ts';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { useMessages } from '../../messages.ts';
import { StateBadge } from '../../parts/content/state-badge.tsx';
import { ConfirmButton } from '../../parts/form/confirm-button.tsx';
import { lazy } from '../../parts/page/lazy.tsx';
import { RecordDialog } from '../../parts/page/record-dialog.tsx';
import { Link } from '../../parts/text/link.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import { can } from '../../session/can.ts';
import { pageSnippets } from './page-snippets.ts';
import { sampleContext } from './queries.ts';

const EmbedForm = lazy(async () => (await import('./embed-form.tsx')).EmbedForm);

interface EmbedDialogProps {
  readonly id: string;
  readonly onClose: () => void;
  /** After a change or deletion, so that the list reloads. */
  readonly onChanged: () => void;
}

export function EmbedDialog({ id, onClose, onChanged }: EmbedDialogProps): VNode {
  const t = useMessages('embeds').dialog;
  const { actions } = useMessages('admin');
  const query = useSnapshot(embedQuery(id));
  const [isEditing, setEditing] = useState(false);
  const stop = () => setEditing(false);
  return (
    <RecordDialog
      query={query}
      title={titleOutline(query.data?.title ?? t.title)}
      lines={5}
      onClose={onClose}
    >
      {(embed) =>
        isEditing ? (
          <EmbedForm
            embed={embed}
            target={embed.target}
            onCancel={stop}
            onDone={(changed) => {
              query.replace(changed);
              stop();
              onChanged();
            }}
          />
        ) : (
          <>
            <div class="ui-row">
              <Link
                to={`/embeds/${encodeURIComponent(embed.id)}/preview`}
                class="ui-button ui-button-primary"
              >
                {t.preview}
              </Link>
              {can('embeds:write') && (
                <>
                  <Button onClick={() => setEditing(true)}>{actions.edit}</Button>
                  <ConfirmButton
                    label={t.delete}
                    title={t.deleteTitle({ title: titleOutline(embed.title) })}
                    action={t.deleteAction}
                    onConfirm={async () => {
                      await api.delete('/embeds/{id}', { path: { id } });
                      showToast(t.deleted);
                      onChanged();
                      onClose();
                    }}
                  >
                    {t.deleteText}
                  </ConfirmButton>
                </>
              )}
            </div>
            <Details embed={embed} />
          </>
        )
      }
    </RecordDialog>
  );
}

/** The audience names the tenant's host for browsers. The token endpoint may be on another, which any server can resolve. */
const browserUrl = ({ aud, tokenEndpoint }: Pick<EmbedAuthSettings, 'aud' | 'tokenEndpoint'>) =>
  `${new URL(tokenEndpoint).protocol}//${new URL(aud).host}`;

function Details({ embed }: { readonly embed: ShownEmbed }): VNode {
  const { dialog: t, kinds, snippets: texts } = useMessages('embeds');
  const app = useQuery(appQuery(embed.appId)).data;
  const settings = useQuery(embedSettings).data;
  const [integration, setIntegration] = useState('script');
  const instanceUrl = settings ? browserUrl(settings) : location.origin;
  const snippets = pageSnippets(instanceUrl, embed.alias ?? embed.id, texts);
  const chosen = snippets.find(({ key }) => key === integration) ?? snippets[0];
  return (
    <>
      <div class="ui-row">
        <StateBadge state={embed.state} />
        <span class="ui-muted">
          <Rich
            text={t.shows}
            parts={{
              kind: kinds[embed.target.kind],
              id: <code>{embed.target.id}</code>,
              app: <Link to={`/apps/${encodeURIComponent(embed.appId)}`}>{embed.appId}</Link>,
            }}
          />
        </span>
      </div>
      <Values
        values={[
          [t.identifier, embed.id],
          ...(embed.alias ? [[t.alias, embed.alias] as const] : []),
          ...(app ? [[t.workspaceId, app.workspaceId] as const] : []),
        ]}
      />
      {embed.state === 'archived' && <Notice tone="warning">{t.archived}</Notice>}
      <ContextToSign id={embed.id} />
      <h3>{t.code}</h3>
      <Tabs label={t.codeTabs} tabs={snippets} value={integration} onChange={setIntegration} />
      {chosen && (
        <>
          <p class="ui-muted">{chosen.note}</p>
          {chosen.install && <CodeBlock title={texts.install} code={chosen.install} />}
          <CodeBlock title={chosen.title} code={chosen.code} />
        </>
      )}
      <p class="ui-small ui-muted">
        <Rich
          text={t.tokens}
          parts={{ serverCode: <Link to="/embed-settings/server-code">{t.serverCode}</Link> }}
        />
      </p>
    </>
  );
}

/** What the customer's server has to sign for viewers to see something, with values from the data. */
function ContextToSign({ id }: { readonly id: string }): VNode {
  const { dialog: t } = useMessages('embeds');
  const { data: sample, error } = useQuery(sampleContext(id));
  if (error) return <p class="ui-muted">{t.attributesFailed}</p>;
  if (!sample) return <Skeleton lines={2} />;
  const { workspace_id, attributes } = sample;
  const count = Object.keys(attributes).length;
  return (
    <>
      <h3>{t.attributes}</h3>
      <p class="ui-muted">{t.attributesHint({ count })}</p>
      {count > 0 && (
        <CodeBlock
          title="embed_context"
          code={`${JSON.stringify({ workspace_id, attributes }, null, 2)}\n`}
        />
      )}
    </>
  );
}
