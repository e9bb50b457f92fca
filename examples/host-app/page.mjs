const text = (value) => String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

// The shop's own texts, in the language of the signed-in user.
const words = {
  en: {
    nav: ['Overview', 'Story', 'Performance', 'Customers', 'Products', 'Build your own'],
    hello: 'Good morning',
    lead: 'Here is how your region is doing.',
    revenue: 'Revenue by week',
    best: 'Best sellers',
    story: 'The year in review',
    dashboard: 'Performance',
    customers: 'Customers',
    products: 'Products',
    build: 'Build your own dashboard',
    signedIn: 'Signed in as',
    switch: 'Switch user',
    note: 'Every card below is an Inlay embed in Larkfell’s colors. Switch users to see other rows, other tiles and another language on the same page.',
    theme: 'Light or dark',
    code: 'How it works',
    tag: 'One script tag, rendered by the server',
    sdk: 'The SDK, with automatic token renewal',
    wait: 'Loading data…',
    refused:
      'Inlay refuses the credentials of this shop, because somebody replaced the client secret or the key of its tenant in the Embed Settings. To repair the shop, run this in the folder of Inlay, then reload the page:',
    unreachable:
      'Inlay does not respond, so there are no embeds here. Start it with npm start, then reload the page.',
    unresolved:
      'This browser does not find the host of the embeds. Open the page in Chrome, Edge or Firefox, or add this line to your hosts file:',
  },
  de: {
    nav: ['Übersicht', 'Rückblick', 'Leistung', 'Kunden', 'Produkte', 'Eigenes Dashboard'],
    hello: 'Guten Morgen',
    lead: 'So steht es um Larkfell, über alle Regionen.',
    revenue: 'Umsatz je Woche',
    best: 'Bestseller',
    story: 'Das Jahr im Rückblick',
    dashboard: 'Leistung',
    customers: 'Kunden',
    products: 'Produkte',
    build: 'Ihr eigenes Dashboard',
    signedIn: 'Angemeldet als',
    switch: 'Benutzer wechseln',
    note: 'Jede Karte ist ein Embed von Inlay in den Farben von Larkfell. Wechseln Sie den Benutzer, um auf derselben Seite andere Zeilen, andere Kacheln und eine andere Sprache zu sehen.',
    theme: 'Hell oder dunkel',
    code: 'So funktioniert es',
    tag: 'Ein Script-Tag, vom Server gerendert',
    sdk: 'Das SDK mit automatischer Tokenerneuerung',
    wait: 'Daten werden geladen…',
    refused:
      'Inlay lehnt die Zugangsdaten dieses Shops ab, weil jemand das Client-Secret oder den Schlüssel seines Mandanten in den Embed Settings ersetzt hat. Um den Shop zu reparieren, führen Sie dies im Ordner von Inlay aus und laden die Seite neu:',
    unreachable:
      'Inlay antwortet nicht, daher gibt es hier keine Embeds. Starten Sie es mit npm start und laden Sie die Seite neu.',
    unresolved:
      'Dieser Browser findet den Host der Embeds nicht. Öffnen Sie die Seite in Chrome, Edge oder Firefox, oder ergänzen Sie diese Zeile in Ihrer hosts-Datei:',
  },
};

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

/** The whole page. `token` is opaque and for this user only; without one, `problem` says why. */
export function renderPage({ user, users, token, problem, mode, instanceUrl }) {
  const language = user.language.slice(0, 2);
  const say = words[language];
  const theme = mode ? JSON.stringify({ name: 'larkfell', mode }) : 'larkfell';
  const query = new URLSearchParams({ id: 'revenue-tile', token, lang: user.language, theme });
  const launcher = `${instanceUrl}/scripts/embedLauncher.js?${query}`;
  const sections = ['overview', 'story', 'performance', 'customers', 'products', 'build'];
  return `<!doctype html>
<html lang="${text(language)}"${mode ? ` data-theme="${mode}"` : ''}>
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="referrer" content="no-referrer">
  <title>Larkfell back office</title>
  <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M2 26 12 9l5 8 4-6 9 15z' fill='%23235347'/%3E%3C/svg%3E">
  <link rel="stylesheet" href="/style.css">
</head>
<body>
  <header>
    <a class="brand" href="/" aria-label="Larkfell">${logo}<span>Larkfell</span></a>
    <nav>${sections.map((id, index) => `<a href="#${id}">${text(say.nav[index])}</a>`).join('')}</nav>
    <button class="theme" type="button" aria-label="${text(say.theme)}" title="${text(say.theme)}">◐</button>
  </header>
  <main>
    <section class="hero">
      <div>
        <h1>${text(say.hello)}, ${text(user.name.split(' ')[0])}</h1>
        <p class="lead">${text(say.lead)}</p>
      </div>
      <div class="people" role="group" aria-label="${text(say.switch)}">
        ${Object.entries(users)
          .map(([id, each]) => person(id, each, each === user))
          .join('')}
      </div>
    </section>
    ${trouble(say, problem)}
    <p class="trouble" role="alert" id="unresolved" hidden>${text(say.unresolved)} <code>127.0.0.1 ${text(new URL(instanceUrl).hostname)}</code></p>
    <p class="note">${text(say.note)}</p>

    <section id="overview">
      <div class="figures">
        ${['revenue-figure', 'orders-figure', 'basket-figure', 'returns-figure']
          .map((id) => `<div class="card" data-embed="${id}" data-loading="eager"></div>`)
          .join('')}
      </div>
      <div class="pair">
        <div>
          <h2>${text(say.revenue)} <small>${text(say.tag)}</small></h2>
          <div class="card" data-wait="${text(say.wait)}">
            <script async type="text/javascript" src="${text(launcher)}"></script>
          </div>
        </div>
        <div>
          <h2>${text(say.best)}</h2>
          <div class="card" data-embed="products-tile" data-loading="eager" data-wait="${text(say.wait)}"></div>
        </div>
      </div>
    </section>

    <section id="story">
      <h2>${text(say.story)} <small>${text(say.sdk)}</small></h2>
      <div class="card" data-embed="sales-story" data-wait="${text(say.wait)}"></div>
    </section>

    <section id="performance">
      <h2>${text(say.dashboard)}</h2>
      <div class="card flush" data-embed="sales-dashboard" data-wait="${text(say.wait)}"></div>
    </section>

    <section id="customers">
      <h2>${text(say.customers)}</h2>
      <div class="card flush" data-embed="customers-dashboard" data-wait="${text(say.wait)}"></div>
    </section>

    <section id="products">
      <h2>${text(say.products)}</h2>
      <div class="card flush" data-embed="products-dashboard" data-wait="${text(say.wait)}"></div>
    </section>

    <section id="build">
      <h2>${text(say.build)}</h2>
      <div class="card flush" data-embed="sales-builder" data-wait="${text(say.wait)}"></div>
    </section>

    <details>
      <summary>${text(say.code)}</summary>
      <div class="code">
        <figure><figcaption>server.mjs</figcaption><pre>const inlay = createEmbedClient({ instanceUrl, tenantId,
  clientId, clientSecret, privateKey })

const { token } = await inlay.token({
  username: '${text(user.embedContext.username)}',
  workspaceId: 'main',
  privileges: { sales: [${text(user.embedContext.privileges.sales.map((name) => `'${name}'`).join(', '))}] },${user.embedContext.groups ? "\n  groups: ['finance']," : ''}${user.embedContext.attributes ? `\n  attributes: { region: '${text(user.embedContext.attributes.region)}' },` : ''}
})</pre></figure>
        <figure><figcaption>page.html</figcaption><pre>&lt;script async src="${text(instanceUrl)}/scripts/embedLauncher.js
  ?id=revenue-tile&amp;theme=larkfell&amp;token=…"&gt;&lt;/script&gt;</pre></figure>
        <figure><figcaption>app.js</figcaption><pre>const inlay = await Inlay.initialize(undefined, {
  tokenProvider: () =&gt; fetch('/embed-token', { method: 'POST' }),
})
await inlay.insertEmbedById('sales-dashboard', element)</pre></figure>
      </div>
    </details>
  </main>
  <script src="${text(instanceUrl)}/scripts/embedSdk.js" defer></script>
  <script src="/app.js" defer data-language="${text(user.language)}"></script>
</body>
</html>
`;
}
