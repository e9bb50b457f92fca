import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ApiDescription } from '../generate/api/api-description.ts';
import { operationsOf } from '../generate/api/api-description.ts';
import { curlOf } from '../generate/api/curl.ts';
import type { SearchEntry } from '../src/search.ts';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const docs = fileURLToPath(new URL('../../../docs', import.meta.url));
const read = (file: string) => readFileSync(join(dist, file), 'utf8');
const files = globSync('**/*.html', { cwd: dist }).sort();
const pages = new Map(files.map((file) => [file, read(file)]));
const api: ApiDescription = JSON.parse(readFileSync(join(docs, 'reference/openapi.json'), 'utf8'));

const attributesOf = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  );
const fileOf = (path: string) => (path === '/docs' ? 'index.html' : `${path.slice('/docs/'.length)}.html`);
const ids = new Map(Array.from(pages, ([file, html]) => [file, attributesOf(html, 'id')]));

/** Routes of the server that pages link to. */
const OF_THE_SERVER = ['/admin', '/api/openapi.json'];

describe('the documentation site', () => {
  it('has a page for each file of docs', () => {
    const sources = globSync('{adr,guide,reference}/*.md', { cwd: docs });
    const missing = sources
      .map((file) =>
        file.replace(/\.md$/, '.html').replace('adr/README', 'adr').replace('guide/README', 'index'),
      )
      .filter((file) => !pages.has(file));
    assert.ok(sources.length > 70);
    assert.deepEqual(missing, []);
  });

  it('has no link to a page, section or file that is not there', () => {
    const broken = Array.from(pages).flatMap(([file, html]) =>
      [...attributesOf(html, 'href'), ...attributesOf(html, 'src')].filter((target) => {
        if (/^(?:https?|mailto):/.test(target) || OF_THE_SERVER.includes(target)) return false;
        const [path = '', anchor] = target.split('#', 2);
        if (path.startsWith('/docs/assets/')) return !existsSync(join(dist, path.slice('/docs/'.length)));
        const page = path === '' ? file : fileOf(path);
        return (
          !pages.has(page) || (anchor !== undefined && !ids.get(page)?.includes(decodeURIComponent(anchor)))
        );
      }),
    );
    assert.deepEqual(broken, []);
  });

  it('keeps every link of the guide to another page of docs', () => {
    const sources = globSync('guide/*.md', { cwd: docs }).filter((file) => !file.endsWith('README.md'));
    for (const file of sources) {
      const markdown = readFileSync(join(docs, file), 'utf8');
      const wanted = [...markdown.matchAll(/\]\([^)\s]+\.md(?:#[^)\s]*)?\)/g)].length;
      const [, article = ''] =
        /<article>([\s\S]*)<\/article>/.exec(pages.get(file.replace('.md', '.html')) ?? '') ?? [];
      const linked = attributesOf(article, 'href').filter((href) => href.startsWith('/docs')).length;
      assert.ok(linked >= wanted, `${file}: ${linked} of ${wanted} links`);
    }
  });

  it('has ids that occur once on a page, one heading of the first level, a title and a description', () => {
    for (const [file, html] of pages) {
      const own = ids.get(file) ?? [];
      assert.deepEqual(
        own.filter((id, at) => own.indexOf(id) !== at),
        [],
        file,
      );
      assert.equal(html.match(/<h1[ >]/g)?.length, 1, file);
      assert.match(html, /<html lang="en"/, file);
      assert.match(html, /<title>[^<]{5,}<\/title>/, file);
      assert.match(html, /<meta name="description" content="[^"]{5,}">/, file);
    }
    const titles = Array.from(pages, ([, html]) => /<title>(.*)<\/title>/.exec(html)?.[1]);
    assert.deepEqual(
      titles.filter((title, at) => titles.indexOf(title) !== at),
      [],
    );
  });

  it('loads nothing from elsewhere, and has no inline script but the one that its policy names', () => {
    const inline = Array.from(pages, ([, html]) =>
      [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code),
    );
    assert.equal(new Set(inline.flat()).size, 1);
    for (const [file, html] of pages) {
      assert.deepEqual(
        [...html.matchAll(/<(?:script|img|link)[^>]*(?:src|href)="(?!\/docs\/)[^"]*"/g)].map(([tag]) => tag),
        [],
        file,
      );
      assert.doesNotMatch(
        html.replaceAll(/<(?:pre|code)[\s\S]*?<\/(?:pre|code)>/g, ''),
        / (?:style|on\w+)="/,
        file,
      );
    }
  });

  it('describes each operation of the API once, with a request to copy', () => {
    const operations = operationsOf(api);
    assert.ok(operations.length > 150);
    for (const operation of operations) {
      const page = pages.get(`api/${operation.tags[0].replaceAll(' ', '-')}.html`) ?? '';
      assert.equal(page.split(`id="${operation.operationId}"`).length, 2, operation.operationId);
    }
    const curls = operations.map((each) => curlOf(each, api.components.schemas));
    assert.deepEqual(
      curls.filter((text) => !text.startsWith('curl http') && !text.startsWith("curl 'http")),
      [],
    );
  });

  it('shows the fields of a request with type, bounds and what is required', () => {
    const users = pages.get('api/users.html') ?? '';
    const [, create = ''] = /id="createUser"[^>]*>([\s\S]*?)<\/section>/.exec(users) ?? [];
    assert.match(
      create,
      /<code class="field-name">username<\/code> <span class="field-type">string<\/span> <span class="required">required/,
    );
    assert.match(create, /href="\/docs\/api\/errors#409"/);
    assert.match(create, /&quot;username&quot;/);
  });

  it('lists guide, operations and decisions in the index of its search', () => {
    const [file = ''] = globSync('assets/search-*.json', { cwd: dist });
    const entries = JSON.parse(read(file)) as readonly SearchEntry[];
    const urls = entries.map(([url]) => url);
    for (const url of ['/docs/guide/operate#settings', '/docs/api/users#createUser', '/docs/api/errors#409'])
      assert.ok(urls.includes(url), url);
    assert.ok(urls.some((url) => url.startsWith('/docs/adr/')));
    const broken = urls.filter((url) => {
      const [path = '', anchor] = url.split('#', 2);
      return !pages.has(fileOf(path)) || (anchor !== undefined && !ids.get(fileOf(path))?.includes(anchor));
    });
    assert.deepEqual(broken, []);
  });
});
