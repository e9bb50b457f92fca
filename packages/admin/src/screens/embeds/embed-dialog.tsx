import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ShownEmbed } from '../../api/content.ts';
import type { EmbedSettings } from '../../api/embed-settings.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Link } from '../../parts/link.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { Values } from '../../parts/values.tsx';
import { pageSnippets } from './page-snippets.ts';

export function EmbedDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): VNode {
  const { data: embed, error, reload } = useAnswer<ShownEmbed>(`embeds/${encodeURIComponent(id)}`);
  return (
    <Dialog title={embed?.title ?? 'Embed'} onClose={onClose} side>
      {error && <Trouble error={error} onRetry={reload} />}
      {!embed && !error && <Skeleton lines={5} />}
      {embed && <Details embed={embed} />}
    </Dialog>
  );
}

function Details({ embed }: { readonly embed: ShownEmbed }): VNode {
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
        values={[['Embed identifier', embed.id], ...(embed.alias ? [['Alias', embed.alias] as const] : [])]}
      />
      {embed.state === 'archived' && <Notice tone="warning">It is archived, so pages do not show it.</Notice>}
      <h3>Paste it into your page</h3>
      <Tabs label="How to embed" tabs={snippets} chosen={way} onChoose={setWay} />
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
