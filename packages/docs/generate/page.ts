import { attributes, type Html, html, trustedHtml } from '../../server/src/platform/render/html.ts';
import type { NavigationGroup } from './navigation.ts';
import type { Heading } from './render-markdown.ts';

/** What all pages share. */
export interface Site {
  readonly version: string;
  /** Released versions, newest first, with their anchors in the changelog. */
  readonly releases: readonly { readonly name: string; readonly id: string }[];
  readonly guide: readonly NavigationGroup[];
  readonly api: readonly NavigationGroup[];
  readonly assets: {
    readonly script: string;
    readonly style: string;
    readonly font: string;
    readonly search: string;
    readonly icon: string;
  };
}

export interface Page {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly body: Html;
  readonly headings?: readonly Heading[];
  /** Which list of pages is at the side; the start page has none. */
  readonly side?: 'guide' | 'api';
  /** The page in that list that this one belongs to, if it is not listed itself. */
  readonly within?: string;
  readonly layout?: 'article' | 'api' | 'start';
}

/** Before anything is drawn: the theme that this browser chose in the documentation or in the admin app. */
export const themeScript =
  "try{const t=localStorage.getItem('inlay-theme');if(t==='light'||t==='dark')document.documentElement.dataset.inlayTheme=t}catch{}";

/** A whole page of the site. */
export function renderPage(site: Site, page: Page): string {
  const { script, style, font, search, icon } = site.assets;
  const title =
    page.url === '/docs' ? page.title : `${page.title} · Inlay ${page.side === 'api' ? 'API' : 'docs'}`;
  const layout = page.layout ?? 'article';
  const head = html`<!doctype html>
<html lang="en"${attributes({ 'data-search': search })}>
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${shorten(page.description)}">
<meta name="color-scheme" content="light dark">
<link rel="icon"${attributes({ href: icon })}>
<link rel="preload" as="font" type="font/woff2" crossorigin${attributes({ href: font })}>
<link rel="stylesheet"${attributes({ href: style })}>
<script>${trustedHtml(themeScript)}</script>
<script type="module"${attributes({ src: script })}></script>
</head>`;
  return html`${head}
<body class="${layout}">
<a class="skip" href="#content">Skip to content</a>
${renderHeader(site, page)}
<div class="columns">
${page.side && renderSide(site[page.side], page)}
<main id="content" tabindex="-1">
<article>
${layout !== 'start' && html`<h1>${page.title}</h1>`}
${page.body}
</article>
${page.side && renderNeighbors(site[page.side], page)}
${renderFooter(site)}
</main>
${layout === 'article' && renderContents(page.headings ?? [])}
</div>
</body>
</html>
`.toString();
}

function renderHeader(site: Site, page: Page): Html {
  const tabs = [
    ['/docs', 'Guide', page.side !== 'api' && page.url !== '/docs/changelog'],
    ['/docs/api', 'API', page.side === 'api'],
    ['/docs/changelog', 'Changelog', page.url === '/docs/changelog'],
  ] as const;
  const menu =
    page.side &&
    html`<button class="icon-button menu-button" type="button" popovertarget="side" aria-label="Menu">${icon('M2.5 4.5h11M2.5 8h11M2.5 11.5h11')}</button>`;
  return html`<header class="top">
${menu}
<a class="brand" href="/docs">${mark} <span>Inlay</span> <span class="brand-docs">Docs</span></a>
<nav class="tabs" aria-label="Documentation">${tabs.map(
    ([href, label, isCurrent]) =>
      html`<a${attributes({ href, 'aria-current': isCurrent ? 'true' : undefined })}>${label}</a>`,
  )}</nav>
<button class="search-button" type="button" aria-haspopup="dialog" aria-label="Search Ctrl K">${icon('M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.5 10.5l3 3')} <span>Search</span> <kbd>Ctrl K</kbd></button>
<button class="version-button" type="button" popovertarget="versions">v${site.version} ${icon('m4 6.5 4 4 4-4')}</button>
<div id="versions" class="versions" popover>
<p class="versions-title">This instance runs ${site.version}</p>
<p>Every instance serves the documentation of its own version. To read that of another version, open <code>/docs</code> on an instance that runs it.</p>
<ul>${site.releases.map(
    ({ name, id }) =>
      html`<li><a${attributes({ href: `/docs/changelog#${id}` })}>${name === 'Unreleased' ? `Changes in ${site.version}` : `Changes in ${name}`}</a></li>`,
  )}</ul>
</div>
<button class="icon-button theme-button" type="button" aria-label="Switch theme">${icon('M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11')}</button>
</header>`;
}

function renderSide(groups: readonly NavigationGroup[], page: Page): Html {
  const current = page.within ?? page.url;
  return html`<nav id="side" class="side" popover aria-label="Pages">
${groups.map(
  ({ title, pages }) =>
    html`<div class="side-group"><p class="side-title">${title}</p><ul>${pages.map(
      ({ title: name, url }) =>
        html`<li><a${attributes({ href: url, 'aria-current': url === current ? 'page' : undefined })}>${name}</a></li>`,
    )}</ul></div>`,
)}
</nav>`;
}

function renderContents(headings: readonly Heading[]): Html | false {
  const listed = headings.filter(({ level }) => level === 2 || level === 3);
  return (
    listed.length > 1 &&
    html`<nav class="contents" aria-label="On this page"><p class="side-title">On this page</p><ul>${listed.map(
      ({ level, id, text }) =>
        html`<li class="${`level-${level}`}"><a${attributes({ href: `#${id}` })}>${text}</a></li>`,
    )}</ul></nav>`
  );
}

function renderNeighbors(groups: readonly NavigationGroup[], page: Page): Html | false {
  const pages = groups.flatMap((group) => group.pages);
  const at = pages.findIndex(({ url }) => url === page.url);
  if (at < 0) return false;
  const link = (label: string, kind: string, to: { title: string; url: string } | undefined) =>
    to &&
    html`<a${attributes({ href: to.url, class: kind, rel: kind })}><span>${label}</span> ${to.title}</a>`;
  return html`<nav class="neighbors" aria-label="Previous and next page">${link('Previous', 'prev', pages[at - 1])}${link('Next', 'next', pages[at + 1])}</nav>`;
}

function renderFooter({ version }: Site): Html {
  return html`<footer class="foot"><span>Inlay ${version}</span> <a href="/docs/changelog">Changelog</a> <a href="/api/openapi.json">OpenAPI description</a> <a href="/admin">Admin app</a></footer>`;
}

/** On a grid of 16 px, like those of the UI kit. */
export function icon(path: string): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path${attributes({ d: path })}/></svg>`;
}

const mark = html`<svg viewBox="0 0 16 16" width="22" height="22" aria-hidden="true"><rect width="16" height="16" rx="4" fill="var(--inlay-accent)"/><rect x="4" y="4" width="8" height="8" rx="1.5" fill="var(--inlay-surface)"/></svg>`;

/** A description as search engines show it: whole words, up to 160 characters. */
function shorten(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 158).replace(/\s+\S*$/, '')} …`;
}
