import type { EmbedSettings } from '@inlay/protocol/embed-settings';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Button } from '@inlay/ui/button';
import { CodeBlock } from '@inlay/ui/code-block';
import { ConfirmDialog } from '@inlay/ui/confirm-dialog';
import { Dialog } from '@inlay/ui/dialog';
import { Notice } from '@inlay/ui/notice';
import { Skeleton } from '@inlay/ui/skeleton';
import { Tabs } from '@inlay/ui/tabs';
import { showToast } from '@inlay/ui/toast';
import { Values } from '@inlay/ui/values';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import type { ShownApp, ShownEmbed } from '../../api/content.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Link } from '../../parts/link.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { EmbedForm } from './embed-form.tsx';
import { pageSnippets } from './page-snippets.ts';

interface EmbedDialogProps {
  readonly id: string;
  readonly apps: readonly ShownApp[];
  readonly onClose: () => void;
  /** It was changed or deleted: the list behind is old. */
  readonly onChanged: () => void;
}

export function EmbedDialog({ id, apps, onClose, onChanged }: EmbedDialogProps): VNode {
  const path = `embeds/${encodeURIComponent(id)}`;
  const { data: embed, error, reload, replace } = useAnswer<ShownEmbed>(path);
  const [doing, setDoing] = useState<'edit' | 'delete'>();
  const stop = () => setDoing(undefined);
  return (
    <Dialog title={titleOutline(embed?.title ?? 'Embed')} onClose={onClose} side>
      {error && <Trouble error={error} onRetry={reload} />}
      {!embed && !error && <Skeleton lines={5} />}
      {embed && doing === 'edit' && (
        <EmbedForm
          embed={embed}
          target={embed.target}
          onCancel={stop}
          onDone={(changed) => {
            replace(changed);
            stop();
            onChanged();
          }}
        />
      )}
      {embed && doing !== 'edit' && (
        <>
          <div class="row">
            <Link to={`/embeds/${encodeURIComponent(embed.id)}/preview`} class="ui-button ui-button-primary">
              Preview as a user
            </Link>
            <Button onClick={() => setDoing('edit')}>Edit</Button>
            <Button variant="danger" onClick={() => setDoing('delete')}>
              Delete …
            </Button>
          </div>
          <Details embed={embed} app={apps.find((app) => app.id === embed.appId)} />
        </>
      )}
      {embed && doing === 'delete' && (
        <ConfirmDialog
          title={`Delete ${titleOutline(embed.title)}?`}
          action="Delete the embed"
          onClose={stop}
          onConfirm={async () => {
            await ask('DELETE', path);
            showToast('The embed is deleted.');
            onChanged();
            onClose();
          }}
        >
          <p>Pages that name it show a message instead. What it shows stays.</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

function Details({ embed, app }: { readonly embed: ShownEmbed; readonly app: ShownApp | undefined }): VNode {
  const settings = useAnswer<EmbedSettings>('embed-settings').data;
  const [way, setWay] = useState('script');
  const instanceUrl = settings ? new URL(settings.tokenEndpoint).origin : location.origin;
  const snippets = pageSnippets(instanceUrl, embed.alias ?? embed.id);
  const chosen = snippets.find(({ key }) => key === way) ?? snippets[0];
  return (
    <>
      <div class="row">
        <StateBadge state={embed.state} />
        <span class="muted">
          Shows the {embed.target.kind} <code>{embed.target.id}</code> of{' '}
          <Link to={`/apps/${encodeURIComponent(embed.appId)}`}>{embed.appId}</Link>
        </span>
      </div>
      <Values
        values={[
          ['Embed identifier', embed.id],
          ...(embed.alias ? [['Alias', embed.alias] as const] : []),
          ...(app ? [['Workspace (workspace_id)', app.workspaceId] as const] : []),
        ]}
      />
      {embed.state === 'archived' && <Notice tone="warning">It is archived, so pages do not show it.</Notice>}
      <h3>Paste it into your page</h3>
      <Tabs label="How to embed" tabs={snippets} value={way} onChange={setWay} />
      {chosen && (
        <>
          <p class="muted">{chosen.note}</p>
          <CodeBlock title={chosen.title} code={chosen.code} />
        </>
      )}
      <p class="small muted">
        The token comes from your server: see <Link to="/embed-settings/server-code">Server code</Link>.
      </p>
    </>
  );
}
