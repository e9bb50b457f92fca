import type { EmbedsMessages } from '@inlay/messages/embeds';
import { installCommand } from '@inlay/protocol/install-command';

export interface PageSnippet {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  /** What to run first, if the code imports a package. */
  readonly install?: string;
  readonly code: string;
}

const PROVIDER = "() => fetch('/embed-token', { method: 'POST' })";

/** The code that shows an embed in a page, for each kind of integration. Tokens come from the customer's server. */
export function pageSnippets(
  instanceUrl: string,
  embedId: string,
  t: EmbedsMessages['snippets'],
): readonly PageSnippet[] {
  const id = encodeURIComponent(embedId);
  const literal = scriptLiteral(embedId);
  const url = scriptLiteral(instanceUrl);
  const attribute = embedId.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
  const install = installCommand(instanceUrl, 'sdk');
  return [
    {
      key: 'script',
      title: t.script,
      note: t.scriptNote,
      code: `<script async type="text/javascript"
  src="${instanceUrl}/scripts/embedLauncher.js?id=${id}&token=OPAQUE_TOKEN"></script>
`,
    },
    {
      key: 'sdk',
      title: t.sdk,
      note: t.sdkNote,
      code: `<div id="embed"></div>
<script src="${instanceUrl}/scripts/embedSdk.js"></script>
<script type="module">
  const inlay = await Inlay.initialize(undefined, {
    tokenProvider: ${PROVIDER},
  })
  await inlay.insertEmbedById(${literal}, document.querySelector('#embed'))
</script>
`,
    },
    {
      key: 'react',
      title: t.react,
      note: t.componentNote,
      install,
      code: `import { InlayEmbed, InlayProvider } from '@inlay/sdk/react'

export const Analytics = () => (
  <InlayProvider instanceUrl={${url}}
    tokenProvider={${PROVIDER}}>
    <InlayEmbed embedId={${literal}} />
  </InlayProvider>
)
`,
    },
    {
      key: 'vue',
      title: t.vue,
      note: t.componentNote,
      install,
      code: `<script setup>
import { InlayEmbed, provideInlay } from '@inlay/sdk/vue'

provideInlay({
  instanceUrl: ${url},
  tokenProvider: ${PROVIDER},
})
</script>

<template>
  <InlayEmbed embed-id="${attribute}" />
</template>
`,
    },
    {
      key: 'angular',
      title: t.angular,
      note: t.componentNote,
      install,
      code: `import { Component } from '@angular/core'
import { InlayEmbed, provideInlay } from '@inlay/sdk/angular'

@Component({
  selector: 'app-analytics',
  imports: [InlayEmbed],
  providers: [
    provideInlay({
      instanceUrl: ${url},
      tokenProvider: ${PROVIDER},
    }),
  ],
  template: '<inlay-embed embedId="${attribute}" />',
})
export class Analytics {}
`,
    },
    {
      key: 'element',
      title: t.element,
      note: t.elementNote,
      install,
      code: `<script type="module">
  import '@inlay/sdk/web-component'
</script>

<inlay-embed
  instance-url="${instanceUrl}"
  embed-id="${attribute}"
  token="OPAQUE_TOKEN"></inlay-embed>
`,
    },
  ];
}

/** A string in a script inside HTML: no value may end the string or the script. */
function scriptLiteral(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('<', '\\x3c')}'`;
}
