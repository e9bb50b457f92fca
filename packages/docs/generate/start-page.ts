import { attributes, type Html, html } from '../../server/src/platform/render/html.ts';
import type { NavigationGroup } from './navigation.ts';
import { icon, type Page } from './page.ts';
import type { Image } from './render-markdown.ts';

/** Where most people want to go first. */
const FIRST = [
  {
    url: '/docs/guide/first-embed',
    icon: 'M3 13V8M6.5 13V3.5M10 13V6M13.5 13V9.5',
    title: 'Your first embed',
    text: 'From a CSV file to a chart in your own page, with every command.',
  },
  {
    url: '/docs/guide/embed-in-a-page',
    icon: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
    title: 'Embed in a page',
    text: 'Script tag, SDK, React, Vue, Angular and web component.',
  },
  {
    url: '/docs/api',
    icon: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 6.5v6',
    title: 'API reference',
    text: 'Every route with its fields, errors and a request to copy.',
  },
];

/** The start page: where to begin, and the whole guide below. */
export function startPage(
  guide: readonly NavigationGroup[],
  pictures: Readonly<Record<'light' | 'dark', Image>>,
): Page {
  return {
    url: '/docs',
    title: 'Inlay documentation',
    description: 'Show tiles, stories and dashboards in your own product, each viewer with their own rows.',
    layout: 'start',
    body: html`<div class="hero"><div>
<h1>Inlay documentation</h1>
<p class="lead">Show tiles, stories and dashboards in your own product. Your server signs who the viewer is, and every row, tile and button follows from that.</p>
<p class="actions"><a class="button primary" href="/docs/guide/getting-started">Get started</a> <a class="button" href="/docs/guide/first-embed">Your first embed</a></p>
</div>
${Object.entries(pictures).map(
  ([theme, picture]) =>
    // Hidden ones are not loaded: one of them in the other theme, both on a phone.
    html`<img loading="lazy" alt="A dashboard with a ranking, a heatmap, stacked bars and a scatter plot"${attributes({ ...picture, class: `hero-${theme}` })}>`,
)}</div>
<div class="cards">${FIRST.map(
      ({ url, icon: path, title, text }) =>
        html`<a class="card"${attributes({ href: url })}>${icon(path)}<strong>${title}</strong><span>${text}</span></a>`,
    )}</div>
${guide.map(renderGroup)}`,
  };
}

function renderGroup({ title, pages }: NavigationGroup): Html {
  return html`<section class="group"><h2>${title}</h2><ul>${pages.map(
    ({ title: name, url, description }) =>
      html`<li><a${attributes({ href: url })}>${name}</a><p>${sentence(description)}</p></li>`,
  )}</ul></section>`;
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
