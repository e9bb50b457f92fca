// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are sources of templates
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Markup, readMarkup } from './support/embeds/read-markup.ts';
import { readSources } from './support/source/read-imports.ts';

/** Files of the server with tags in plain strings, and why. All others write markup with the `html` tag. */
const TAGS_IN_STRINGS: Readonly<Record<string, string>> = {
  'platform/render/result-xlsx.ts': 'writes a million rows of XML, which no browser reads',
  'platform/render/file-worker.ts': 'rewrites a finished SVG for the library that draws it',
  'platform/render/used-rules.ts': 'searches for tags',
  'features/identity-providers/xml/read-xml.ts': 'searches for tags',
  'features/reports/manage/preview-document.ts': 'rewrites a finished email, whose text is escaped',
};

/** Files that may assert markup with `trustedHtml`, and what escapes it. */
const TRUSTED: Readonly<Record<string, string>> = {
  'platform/render/render-markdown.ts': 'the renderer of markdown-it, without HTML',
  'platform/render/tile-section.ts': 'the charts and Preact',
  'platform/render/document/tile-part.ts': 'the charts and Preact',
};

/** Files of any package that hand a string to a browser or to Preact as markup, and where it comes from. */
const RAW_MARKUP: Readonly<Record<string, string>> = {
  'charts/src/parts/svg.ts': 'the branded markup of charts',
  'frame/src/tile/set-chart.ts': 'the server that rendered the page',
  'frame/src/subscriptions/preview-frame.tsx': 'a message of the server, in a frame without scripts',
  'admin/src/screens/reports/subscriptions/message-frame.tsx':
    'a message of the server, in a frame without scripts',
  'admin/src/screens/stories/step-preview.tsx': 'the renderer of markdown-it, without HTML',
};

const root = fileURLToPath(new URL('..', import.meta.url));
const found = readSources(root, 'packages/*/src/**/*.{ts,tsx}').map(readMarkup);
const inServer = found.flatMap(({ file, ...markup }) =>
  file.startsWith('packages/server/src/')
    ? [{ file: file.slice('packages/server/src/'.length), ...markup }]
    : [],
);

describe('markup', () => {
  it('is written with the html tag, and with plain strings only if the table gives a reason', () => {
    assertListed(inServer, 'tags', TAGS_IN_STRINGS);
  });

  it('is asserted with trustedHtml only if the table says what escapes it', () => {
    assertListed(inServer, 'trusted', TRUSTED);
  });

  it('is inserted as a string only if the table says where it comes from', () => {
    const inPackages = found.map(({ file, ...markup }) => ({
      file: file.slice('packages/'.length),
      ...markup,
    }));
    assertListed(inPackages, 'raw', RAW_MARKUP);
  });

  it('has values only in positions where escaping is sufficient', () => {
    assert.deepEqual(
      inServer.flatMap(({ misplaced }) => misplaced),
      [],
    );
  });

  it('is detected when written by hand', () => {
    const tags = (text: string) => readMarkup({ file: 'a.ts', text }).tags.length;
    assert.equal(tags('const page = `<p>${title}</p>`;'), 1);
    assert.equal(tags('const page = `<${name} class="x">`;'), 1);
    assert.equal(tags('const page = \'<div class="x">\' + title;'), 1);
    assert.equal(tags('const page = html`<p>${`<b>${title}</b>`}</p>`;'), 1);
    assert.equal(tags('const page = svg`<p>${title}</p>`;'), 1);
    assert.equal(tags('const page = html`<p>${title}</p>`; // `<p>`'), 0);
    assert.equal(tags("const usage = 'inlay user add <name> [--role <role>]';"), 0);
    assert.equal(tags('const less = `${a} < ${b}`;'), 0);
  });

  it('is detected when a value is misplaced', () => {
    const problem = (text: string) =>
      readMarkup({ file: 'a.ts', text }).misplaced[0]?.replace(/^a\.ts:1 /, '');
    assert.equal(problem('html`<p title="${x}" class="a ${y}">${z}</p>${x}`'), undefined);
    assert.equal(problem('html`<p${attributes({ id })} class="a">`'), undefined);
    assert.equal(problem('const id = attributes({ id: x }); html`<p class="a"${id}>`'), undefined);
    assert.match(problem('const id = x; html`<p class="a"${id}>`') ?? '', /outside of quotes/);
    assert.match(problem('html`<p title=${x}>`') ?? '', /outside of quotes/);
    assert.match(problem("html`<p title='${x}'>`") ?? '', /outside of quotes/);
    assert.match(problem('html`<${x}>`') ?? '', /name of a tag/);
    assert.match(problem('html`<h${x}>`') ?? '', /name of a tag/);
    assert.match(problem('html`<a href="${x}">`') ?? '', /where href leads/);
    assert.match(problem('html`<a href="/${x}">`') ?? '', /where href leads/);
    assert.equal(problem('html`<a href="/assets/${x}">`'), undefined);
    assert.match(problem('html`<a onclick="f(${x})">`') ?? '', /code/);
    assert.match(problem('html`<p style="color:${x}">`') ?? '', /style sheet/);
    assert.equal(problem('html`<p style="${inlineStyle(x)}">`'), undefined);
    assert.match(problem('html`<p style="color:${inlineStyle(x)}">`') ?? '', /style sheet/);
    assert.equal(problem('html`<a href="${webAddress(x)}">`'), undefined);
    assert.match(problem('html`<a href="${inlineStyle(x)}">`') ?? '', /where href leads/);
    assert.equal(problem('html`<img src="${contentAddress(x)}">`'), undefined);
    assert.match(problem('html`<a href="${contentAddress(x)}">`') ?? '', /where href leads/);
    assert.equal(problem('html`<image href="${pngAddress(x)}"/>`'), undefined);
    assert.match(problem('html`<img src="${webAddress(x)}">`') ?? '', /where src leads/);
    assert.match(problem('html`<script>f(${x})</script>`') ?? '', /not from scriptJson/);
    assert.match(problem('html`<style>${x}</style>`') ?? '', /not from styleText/);
    assert.match(problem('html`<p>${scriptJson(x)}</p>`') ?? '', /not in <script>/);
    assert.match(problem('html`<p title="${styleText(x)}">`') ?? '', /not in <style>/);
    assert.equal(problem('html`<script nonce="${x}">f(${scriptJson(y)})</script><p>${z}</p>`'), undefined);
    assert.equal(problem('html`<style>${styleText(x)}</style><script>${scriptJson(y)}</script>`'), undefined);
  });
});

/** The files with findings are those of the table, and each of the table has some. */
function assertListed(
  files: readonly Markup[],
  kind: 'tags' | 'trusted' | 'raw',
  table: Readonly<Record<string, string>>,
): void {
  const places = files.flatMap((markup) => (markup.file in table ? [] : markup[kind]));
  assert.deepEqual(places, []);
  const needed = files.filter((markup) => markup[kind].length > 0).map(({ file }) => file);
  assert.deepEqual(
    Object.keys(table).filter((file) => !needed.includes(file)),
    [],
    'no longer needed',
  );
}
