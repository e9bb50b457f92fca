import type { EmbedSettings } from '@inlay/protocol/embed-settings';
import type { SampleContext } from '@inlay/protocol/explanation';
import type { Page } from '@inlay/protocol/pagination';
import { serverSnippets } from '@inlay/protocol/snippets/server-snippets';
import { CodeBlock } from '@inlay/ui/code-block';
import { Tabs } from '@inlay/ui/tabs';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ShownApp } from '../../api/content.ts';
import { useAnswer } from '../../api/use-answer.ts';

/** Complete programs with the tenant's own values; secrets are read from the environment. */
export function ServerCode({ settings }: { readonly settings: EmbedSettings }): VNode {
  const { data } = useAnswer<Page<ShownApp>>('apps?limit=1');
  const app = data?.data[0];
  const sample = useAnswer<SampleContext>(app && `apps/${encodeURIComponent(app.id)}/sample-context`);
  const attributes = sample.data?.attributes;
  const [language, setLanguage] = useState('node');
  const snippets = serverSnippets({
    instanceUrl: new URL(settings.tokenEndpoint).origin,
    tenantId: settings.tenantId,
    clientId: settings.clientId,
    issuer: settings.iss,
    audience: settings.aud,
    tokenEndpoint: settings.tokenEndpoint,
    workspaceId: app?.workspaceId ?? 'main',
    appId: app?.id ?? 'your-app',
    username: 'jane@example.com',
    ...(attributes && { attributes }),
  });
  const chosen = snippets.find((snippet) => snippet.language === language) ?? snippets[0];
  return (
    <section class="ui-card">
      <div class="ui-card-text">
        <h2>Server code</h2>
        <p class="muted">
          Each program signs one viewer, exchanges it and prints the token. Run it on your server only:
          whoever holds the key and the secret can sign in as anybody.
        </p>
        {attributes && Object.keys(attributes).length > 0 && (
          <p class="muted">
            The attributes are those that your row rules read, with values from your data. Sign those of your
            own users instead.
          </p>
        )}
      </div>
      <Tabs
        label="Language"
        tabs={snippets.map((snippet) => ({ key: snippet.language as string, title: snippet.title }))}
        value={language}
        onChange={setLanguage}
      />
      {chosen && (
        <>
          <CodeBlock title="Set both, then run" code={setUp(chosen.run)} />
          <CodeBlock title={chosen.filename} code={chosen.code} />
        </>
      )}
    </section>
  );
}

const setUp = (run: string) =>
  `export INLAY_CLIENT_SECRET='…'            # the client secret\nexport INLAY_PRIVATE_KEY_FILE=./inlay-private-key.pem\n${run}\n`;
