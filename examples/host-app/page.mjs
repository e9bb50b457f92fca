import { renderMessages } from './inbox-page.mjs';
import { prettyJson } from './public/pretty-json.js';
import { text } from './text.mjs';
import { words } from './words.mjs';

const logo =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M2 26 12 9l5 8 4-6 9 15z" fill="currentColor"/><circle cx="24" cy="6" r="3" fill="var(--sun)"/></svg>';

const person = (id, user, current) => `
  <form method="post" action="/sign-in?as=${id}">
    <button class="person" ${current ? 'aria-current="true"' : ''}>
      <span class="face face-${id}">${text(
        user.name
          .split(' ')
          .map(([letter]) => letter)
          .join(''),
      )}</span>
      <span><b>${text(user.name)}</b><small>${text(user.title)}</small></span>
    </button>
  </form>`;

const REPAIR = 'npm run inlay -- demo reset-credentials';

const trouble = (say, problem) =>
  problem === 'refused'
    ? `<p class="trouble" role="alert">${text(say.refused)} <code>${text(REPAIR)}</code></p>`
    : problem
      ? `<p class="trouble" role="alert">${text(say.unreachable)}</p>`
      : '';

// The bar of a card: its embed and a button that shows its code.
const bar = (say, id) =>
  `<div class="bar"><code>${id}</code><button type="button" class="view-code" data-code="${id}" aria-haspopup="dialog">${text(say.code)}</button></div>`;

// Tiles fill a place of fixed size. Pages have the height of their content: it is here for a first visit, so that nothing
// jumps, and remembered after that. What holds an embed has its id, which links in messages name; embeds have an alias too.
const tile = (say, id, alias, content = '') =>
  `<div class="card" id="${id}"><div class="place" ${content ? 'data-tag' : `data-embed="${alias}" data-height="fill" data-loading="eager"`} data-wait="${text(say.wait)}">${content}</div>${bar(say, alias)}</div>`;

const page = (say, id, alias, [wide, narrow]) => `
    <section id="${id}" aria-label="${text(say.nav[id])}">
      <div class="card">${bar(say, alias)}<div class="place page" data-embed="${alias}" data-wait="${text(say.wait)}" style="--wide: ${wide}px; --narrow: ${narrow}px"></div></div>
    </section>`;

const REGIONS = ['DACH', 'France', 'Iberia', 'Nordics', 'UK & Ireland'];

const chips = (name, values, chosen) =>
  values
    .map(
      (value) =>
        `<label class="chip"><input type="checkbox" name="${name}" value="${value}"${chosen.includes(value) ? ' checked' : ''}>${value}</label>`,
    )
    .join('');

// What the demo adds to a shop: who is looking, and what the server makes of it.
const panel = (say, { embedContext }, { assertion = '', token }) => {
  const { privileges, groups = [], attributes = {} } = embedContext;
  const json = prettyJson({ privileges, groups, attributes });
  return `
    <details class="panel" open>
      <summary><span>${text(say.context)}</span><em>${text(say.demoOnly)}</em></summary>
      <p>${text(say.intro)}</p>
      <form id="context" autocomplete="off" data-say="${text(JSON.stringify({ signed: say.signed, asSignedIn: say.asSignedIn, signing: say.signing, problems: say.problems }))}">
        <div class="row"><label for="region">${text(say.region)}</label>
          <select id="region" name="region">
            <option value="">${text(say.noRegion)}</option>
            ${REGIONS.map((region) => `<option${region === attributes.region ? ' selected' : ''}>${text(region)}</option>`).join('')}
          </select></div>
        <div class="row" role="group" aria-label="${text(say.groups)}"><span>${text(say.groups)}</span><div>${chips('groups', ['finance'], groups)}</div></div>
        <div class="row" role="group" aria-label="${text(say.privileges)}"><span>${text(say.privileges)}</span><div>${chips('privileges', ['view', 'contribute', 'validate'], privileges.sales)}</div></div>
        <label class="json" for="json">${text(say.json)}</label>
        <textarea id="json" name="json" rows="${json.split('\n').length}" spellcheck="false">${text(json)}</textarea>
        <p class="status"><output id="context-status"></output><button type="reset" hidden>${text(say.reset)}</button></p>
      </form>
      <h3><b>1</b><span>${text(say.assertion)}</span></h3>
      <p>${text(say.assertionHint)}</p>
      <pre class="jwt" id="assertion" tabindex="0" aria-label="${text(say.assertion)}">${text(assertion)}</pre>
      <details class="claims"><summary>${text(say.claims)}</summary><pre id="claims" tabindex="0" aria-label="${text(say.claims)}"></pre></details>
      <h3><b>2</b><span>${text(say.token)}</span></h3>
      <p>${text(say.tokenHint)}</p>
      <pre class="jwt" id="token" tabindex="0" aria-label="${text(say.token)}">${text(token)}</pre>
      <p class="warning">${text(say.warning)}</p>
    </details>
    <script>if (innerWidth < 1200) document.currentScript.previousElementSibling.open = false;</script>`;
};

const inbox = (say, messages, language) => `
    <section id="inbox" aria-label="${text(say.nav.inbox)}">
      <h2>${text(say.nav.inbox)}</h2>
      <div class="messages">${renderMessages(messages, { say: say.inbox, language })}</div>
      <p class="empty">${text(say.inbox.empty)}</p>
    </section>
    <p id="arrived" role="status" data-say="${text(say.inbox.arrived)}"></p>`;

const codeDialog = (say) => `
  <dialog id="code" aria-label="${text(say.codeOf)}">
    <div class="top"><code></code><form method="dialog"><button class="close" aria-label="${text(say.close)}" title="${text(say.close)}">✕</button></form></div>
    <div class="tabs">
      <div role="tablist">${['tag', 'sdk', 'react', 'server'].map((kind, index) => `<button type="button" role="tab" id="tab-${kind}" aria-controls="snippet" aria-selected="${index === 0}" data-kind="${kind}">${text(say[kind])}</button>`).join('')}</div>
      <button type="button" class="copy" data-copied="${text(say.copied)}">${text(say.copy)}</button>
    </div>
    <pre id="snippet" role="tabpanel" tabindex="0" aria-labelledby="tab-tag"></pre>
  </dialog>`;

/**
 * The whole page. `token` is opaque and for this user only; without one, `problem` says why. `messages` are those in the inbox
 * of the user, if there is one.
 */
export function renderPage({ user, users, token, assertion, problem, mode, instanceUrl, messages }) {
  const language = user.language.slice(0, 2);
  const say = words[language];
  const isFinance = user.embedContext.groups?.includes('finance');
  // The app has Larkfell's theme; light or dark is the page's choice.
  const query = new URLSearchParams({
    id: 'revenue-tile',
    token,
    lang: user.language,
    height: 'fill',
    theme: mode ?? 'auto',
    ...(messages && { features: '{"subscriptions":true}' }),
  });
  const launcher = `${instanceUrl}/scripts/embedLauncher.js?${query}`;
  return `<!doctype html>
<html lang="${text(language)}"${mode ? ` data-theme="${mode}"` : ''}>
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="referrer" content="no-referrer">
  <title>Larkfell back office</title>
  <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M2 26 12 9l5 8 4-6 9 15z' fill='%23235347'/%3E%3C/svg%3E">
  <link rel="stylesheet" href="/style.css">
  ${messages ? '<link rel="stylesheet" href="/inbox.css">' : ''}
</head>
<body>
  <header>
    <a class="brand" href="/" aria-label="Larkfell">${logo}<span>Larkfell</span></a>
    <nav>${Object.entries(say.nav)
      .map(([id, title]) => (id !== 'inbox' || messages ? `<a href="#${id}">${text(title)}</a>` : ''))
      .join('')}</nav>
    <label class="tool" title="${text(say.brand)}"><input type="color" id="brand-color" value="#235347" aria-label="${text(say.brand)}"></label>
    <label class="tool" title="${text(say.logo)}"><input type="file" id="brand-logo" accept="image/*" aria-label="${text(say.logo)}"><span aria-hidden="true">${text(say.logo)}</span></label>
    <button class="theme" type="button" aria-label="${text(say.theme)}" title="${text(say.theme)}">◐</button>
  </header>
  <div class="layout">
  <aside aria-label="${text(say.context)}">${panel(say, user, { assertion, token })}</aside>
  <main>
    <section class="hero">
      <div>
        <h1>${text(say.hello)}, ${text(user.name.split(' ')[0])}</h1>
        <p class="lead"><a href="#trail-runner">${text(say.lead)}</a></p>
      </div>
      <div class="people" role="group" aria-label="${text(say.switch)}">
        ${Object.entries(users)
          .map(([id, each]) => person(id, each, each === user))
          .join('')}
      </div>
    </section>
    ${trouble(say, problem)}
    <p class="trouble" role="alert" id="unresolved" hidden>${text(say.unresolved)} <code>127.0.0.1 ${text(new URL(instanceUrl).hostname)}</code></p>

    <section id="figures" aria-label="${text(say.nav.figures)}">
      <div class="figures">
        ${tile(say, 'revenue', 'revenue-figure')}
        ${tile(say, 'orders', 'orders-figure')}
        ${tile(say, 'average-order', 'basket-figure')}
        ${tile(say, 'return-rate', 'returns-figure')}
      </div>
      <div class="pair">
        ${tile(say, 'revenue-trend', 'revenue-tile', `<script async type="text/javascript" src="${text(launcher)}"></script>`)}
        ${tile(say, 'top-products', 'products-tile')}
      </div>
    </section>
    ${page(say, 'trail-runner', 'returns-story', [666, 850])}
    ${page(say, 'year-in-review', 'sales-story', isFinance ? [818, 1078] : [760, 984])}
    ${page(say, 'overview', 'sales-dashboard', isFinance ? [2216, 4576] : [1275, 2659])}
    ${page(say, 'customers', 'customers-dashboard', [790, 1606])}
    ${page(say, 'products', 'products-dashboard', [1600, 2815])}
    ${page(say, 'builder', 'sales-builder', [760, 760])}
    ${messages ? inbox(say, messages, user.language) : ''}
  </main>
  </div>
  ${codeDialog(say)}
  <script src="${text(instanceUrl)}/scripts/embedSdk.js" defer></script>
  <script src="/app.js" defer data-language="${text(user.language)}" data-user="${text(user.embedContext.username)}" data-instance="${text(instanceUrl)}"></script>
  <script src="/brand.js" type="module"></script>
  <script src="/context-panel.js" type="module"></script>
  <script src="/view-code.js" type="module"></script>
  ${messages ? '<script src="/inbox.js" type="module"></script>' : ''}
</body>
</html>
`;
}
