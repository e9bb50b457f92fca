// Shows what a page and a server write for an embed, with the context that is signed right now.
import { prettyJson } from './pretty-json.js';

const dialog = document.querySelector('#code');
const snippet = document.querySelector('#snippet');
const tabs = [...dialog.querySelectorAll('[role=tab]')];
const { instance, language: lang, user: username } = document.querySelector('script[data-instance]').dataset;
// Without an inbox, there is nowhere to send a report to.
const withReports = document.querySelector('#inbox') !== null;
let id = '';

const literal = (value) =>
  prettyJson(value)
    .replace(/^( *)"(\w+)":/gm, '$1$2:')
    .replace(/\{ "(\w+)":/g, '{ $1:');

const snippets = {
  tag: () =>
    `<script async src="${instance}/scripts/embedLauncher.js?id=${id}&lang=${lang}&token=…"></script>`,
  sdk: () => `<div id="analytics"></div>
<script src="${instance}/scripts/embedSdk.js"></script>
<script type="module">
  const inlay = await Inlay.initialize(undefined, {
    tokenProvider: () => fetch('/embed-token', { method: 'POST' }),
    lang: '${lang}',${withReports ? '\n    features: { subscriptions: true },' : ''}
  })
  await inlay.insertEmbedById('${id}', document.querySelector('#analytics'))
</script>`,
  react: () => `import { InlayEmbed, InlayProvider } from '@inlay/sdk/react'

export const Analytics = () => (
  <InlayProvider instanceUrl="${instance}" lang="${lang}"
    tokenProvider={() => fetch('/embed-token', { method: 'POST' })}${withReports ? '\n    features={{ subscriptions: true }}' : ''}>
    <InlayEmbed embedId="${id}" />
  </InlayProvider>
)`,
  server: () => {
    let context = {};
    try {
      context = JSON.parse(document.querySelector('#context textarea').value);
    } catch {}
    return `import { createEmbedClient, embedTokenHandler } from '@inlay/node'

const client = createEmbedClient({
  instanceUrl: '${instance}',
  tenantId: 'demo',
  clientId: 'demo-embed',
  clientSecret: process.env.INLAY_CLIENT_SECRET,
  privateKey: readFileSync(process.env.INLAY_PRIVATE_KEY_FILE, 'utf8'),
})

// Who is signed in: from your session, never from the page.
app.post('/embed-token', embedTokenHandler(client, (request) => (${literal({ username, workspaceId: 'main', ...context })})))`;
  },
};

const select = (tab) => {
  for (const each of tabs) {
    each.setAttribute('aria-selected', each === tab);
    each.tabIndex = each === tab ? 0 : -1;
  }
  snippet.textContent = snippets[tab.dataset.kind]();
  snippet.setAttribute('aria-labelledby', tab.id);
};
const selected = () => tabs.find((tab) => tab.getAttribute('aria-selected') === 'true');

for (const [index, tab] of tabs.entries()) {
  tab.addEventListener('click', () => select(tab));
  tab.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = tabs.at((index + step) % tabs.length);
    select(next);
    next.focus();
  });
}
for (const button of document.querySelectorAll('.view-code'))
  button.addEventListener('click', () => {
    id = button.dataset.code;
    dialog.querySelector('.top code').textContent = id;
    select(id === 'revenue-tile' ? tabs[0] : (tabs.find(({ dataset }) => dataset.kind === 'sdk') ?? tabs[0]));
    dialog.showModal();
  });
dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
const copy = dialog.querySelector('.copy');
const label = copy.textContent;
copy.addEventListener('click', async () => {
  await navigator.clipboard.writeText(snippets[selected().dataset.kind]());
  copy.textContent = copy.dataset.copied;
  setTimeout(() => {
    copy.textContent = label;
  }, 2000);
});
