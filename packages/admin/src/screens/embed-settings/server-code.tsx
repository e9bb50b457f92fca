import type { EmbedAuthSettings } from '@inlay/protocol/embed-auth-settings';
import { CodeBlock } from '@inlay/ui/layout/code-block';
import { Tabs } from '@inlay/ui/layout/tabs';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { sampleOfApp } from '../../api/common-queries.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { firstApp } from './queries.ts';
import { serverSnippets } from './snippets/server-snippets.ts';

/** Complete programs with the tenant's own values; secrets are read from the environment. */
export function ServerCode({ settings }: { readonly settings: EmbedAuthSettings }): VNode {
  const t = useMessages('embedSettings').serverCode;
  const { data } = useQuery(firstApp);
  const app = data?.data[0];
  const sample = useQuery(app && sampleOfApp(app.id));
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
        <h2>{t.title}</h2>
        <p class="ui-muted">{t.text}</p>
        {attributes && Object.keys(attributes).length > 0 && <p class="ui-muted">{t.attributes}</p>}
      </div>
      <Tabs
        label={t.language}
        tabs={snippets.map((snippet) => ({ key: snippet.language as string, title: snippet.title }))}
        value={language}
        onChange={setLanguage}
      />
      {chosen && (
        <>
          <CodeBlock title={t.setUp} code={setUp(chosen.run, t.secretComment)} />
          <CodeBlock title={chosen.filename} code={chosen.code} />
        </>
      )}
    </section>
  );
}

const setUp = (run: string, comment: string) =>
  `export INLAY_CLIENT_SECRET='…'            # ${comment}\nexport INLAY_PRIVATE_KEY_FILE=./inlay-private-key.pem\n${run}\n`;
