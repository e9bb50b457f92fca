export interface PageSnippet {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly code: string;
}

/** What a page contains to show an embed, in each of the four ways. Tokens are always the customer's server's to give. */
export function pageSnippets(instanceUrl: string, embedId: string): readonly PageSnippet[] {
  const id = encodeURIComponent(embedId);
  const literal = scriptLiteral(embedId);
  return [
    {
      key: 'script',
      title: 'Script tag',
      note: 'The least to paste. Your server writes the viewer’s token into the page; when it ends, the embed says so.',
      code: `<script async type="text/javascript"
  src="${instanceUrl}/scripts/embedLauncher.js?id=${id}&token=OPAQUE_TOKEN"></script>
`,
    },
    {
      key: 'sdk',
      title: 'SDK',
      note: 'For pages that stay open: it renews the token by asking /embed-token on your own server.',
      code: `<div id="embed"></div>
<script src="${instanceUrl}/scripts/embedSdk.js"></script>
<script type="module">
  const inlay = await Inlay.initialize(undefined, {
    tokenProvider: () => fetch('/embed-token', { method: 'POST' }),
  })
  await inlay.insertEmbedById(${literal}, document.querySelector('#embed'))
</script>
`,
    },
    {
      key: 'react',
      title: 'React',
      note: 'npm install @inlay/sdk. Filters, theme and language are properties and change in place.',
      code: `import { initialize } from '@inlay/sdk'
import { InlayEmbed } from '@inlay/sdk/react'

const inlay = initialize(undefined, {
  instanceUrl: ${scriptLiteral(instanceUrl)},
  tokenProvider: () => fetch('/embed-token', { method: 'POST' }),
})

export const Embed = () => <InlayEmbed instance={inlay} embedId={${literal}} />
`,
    },
    {
      key: 'element',
      title: 'Web component',
      note: 'npm install @inlay/sdk. Works in every framework; set the property tokenProvider to renew the token.',
      code: `<script type="module">
  import '@inlay/sdk/web-component'
</script>

<inlay-embed
  instance-url="${instanceUrl}"
  embed-id="${embedId.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"
  token="OPAQUE_TOKEN"></inlay-embed>
`,
    },
  ];
}

/** A string in a script inside HTML: no value may end the string or the script. */
function scriptLiteral(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('<', '\\x3c')}'`;
}
