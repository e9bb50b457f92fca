import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ContentClient } from '../../../support/content/content-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { STORES, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const FOREST = { light: { accent: '#0b6e4f', 'series-1': '#0b6e4f' }, dark: { accent: '#3fc08d' } };

for (const [name, make] of Object.entries(STORES)) {
  describe(`themes of a tenant on ${name}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let admin: ContentClient;
    let token: string;

    before(async () => {
      ({ store, inlay, setup, admin } = await startWorld('embeds', make));
      token = await viewerToken(setup);
    });
    after(async () => {
      await inlay.close();
      await store.drop();
    });

    const put = (theme: string, body: object) => admin('PUT', `themes/${theme}`, { body });
    const worn = (theme: string) =>
      call<{ css: string; message: string }>(`${inlay.url}/embed/api/v0/themes/${theme}`, { token });

    it('are created, replaced, listed and deleted', async () => {
      const created = await put('forest', FOREST);
      assert.equal(created.status, 201);
      assert.deepEqual(created.body.light, FOREST.light);
      const replaced = await put('forest', { ...FOREST, mode: 'light' });
      assert.equal(replaced.status, 200);
      assert.equal(replaced.body.mode, 'light');
      assert.equal((await put('lake', {})).status, 201);
      const { body } = await admin('GET', 'themes?limit=1&page=2');
      assert.deepEqual(body.meta, { page: 2, limit: 1, total: 2, lastPage: 2 });
      assert.equal((await admin('DELETE', 'themes/lake')).status, 204);
      assert.equal((await admin('GET', 'themes/lake')).status, 404);
      assert.equal((await admin('DELETE', 'themes/lake')).status, 404);
    });

    it('honor If-Match on replacing and If-None-Match on creating', async () => {
      const only = (headers: Record<string, string>) =>
        call(`${inlay.url}/api/v0/themes/shore`, {
          method: 'PUT',
          token: setup.adminToken,
          body: {},
          headers,
        });
      assert.equal((await only({ 'if-match': '"1"' })).status, 412, 'there is none to replace');
      assert.equal((await only({ 'if-none-match': '*' })).status, 201);
      assert.equal((await only({ 'if-none-match': '*' })).status, 412);
      const etag = String((await admin('GET', 'themes/shore')).headers.etag);
      const responses = await Promise.all(Array.from({ length: 8 }, () => only({ 'if-match': etag })));
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(412)]);
      assert.equal((await only({ 'if-match': '*' })).status, 200);
      assert.equal((await admin('DELETE', 'themes/shore')).status, 204);
    });

    it('are refused if a color lacks contrast, with a suggested color', async () => {
      const { status, body } = await put('pale', { light: { 'text-muted': '#b0b0b0' } });
      assert.equal(status, 400);
      assert.match(
        String(body.message),
        /^\/light\/text-muted is #b0b0b0, which has a contrast of 1\.89:1 on track #eef0f3; it needs 4\.5:1, for example #[0-9a-f]{6}/,
      );
      const example = /for example (#[0-9a-f]{6})/.exec(String(body.message))?.[1] ?? '';
      assert.equal((await put('pale', { light: { 'text-muted': example } })).status, 201);
    });

    it('are checked for dark mode only if they apply to it', async () => {
      const night = { dark: { surface: '#777777' } };
      assert.match(String((await put('night', night)).body.message), /^\/dark\//);
      assert.match(String((await put('night', { ...night, mode: 'light' })).body.message), /^\/dark\//);
      assert.equal((await put('day', { light: { text: '#101010' }, mode: 'light' })).status, 201);
    });

    it('are refused with invalid colors, tokens or names', async () => {
      for (const [theme, body] of [
        ['acme', { light: { accent: 'url(https://evil.example)' } }],
        ['acme', { light: { accent: 'red' } }],
        ['acme', { light: { 'no-such-token': '#000000' } }],
        ['acme', { font: 'x;}body{display:none' }],
        ['acme', { font: 'My "Font' }],
        ['acme', { font: "Font'" }],
        ['acme', { font: 'One,,Two' }],
        ['acme', { css: 'body{}' }],
        ['dark', {}],
        ['-a', {}],
      ] as const) {
        const { status, body: response } = await put(theme, body);
        assert.equal(status, 400, JSON.stringify([theme, body, response]));
      }
    });

    it('apply to a page that requests one and to an embed that names one', async () => {
      await put('forest', FOREST);
      const asked = await openPage(inlay, 'e-tile', { token, theme: 'forest' });
      assert.match(asked.html, /--inlay-series-1:#0b6e4f/);
      const embed = { title: 'Green', target: { kind: 'tile', id: 'revenue' }, theme: { name: 'forest' } };
      const made = await admin('POST', 'embeds', { body: { id: 'e-green', ...embed } });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const green = await openPage(inlay, 'e-green', { token });
      assert.match(green.html, /--inlay-accent:#3fc08d/);
      const plain = await openPage(inlay, 'e-tile', { token });
      assert.doesNotMatch(plain.html, /#0b6e4f/);
    });

    it('fall back to the default if the theme does not exist', async () => {
      const { status, html } = await openPage(inlay, 'e-tile', { token, theme: 'gone' });
      assert.equal(status, 200);
      assert.match(html, /--inlay-accent:#2a50c0/);
    });

    it('are refused in content if they do not exist', async () => {
      const body = {
        id: 'e-typo',
        title: 'Typo',
        target: { kind: 'tile', id: 'revenue' },
        theme: { name: 'forrest' },
      };
      const { status, body: response } = await admin('POST', 'embeds', { body });
      assert.equal(status, 400);
      assert.match(
        String(response.message),
        /^\/theme\/name refers to a theme that does not exist: 'forrest'/,
      );
    });

    it('are served to embed pages as a style sheet, for embed tokens only', async () => {
      await put('forest', { ...FOREST, font: 'Georgia, serif' });
      const { status, body } = await worn('forest');
      assert.equal(status, 200);
      assert.match(body.css, /--inlay-accent:#0b6e4f.*--inlay-accent:#3fc08d/s);
      assert.match(body.css, /--inlay-font:Georgia, serif/);
      assert.equal((await put('forest', { font: `"Segoe UI", 'Noto Sans' ,Inter Tight` })).status, 200);
      assert.match((await worn('forest')).body.css, /--inlay-font:"Segoe UI", "Noto Sans", "Inter Tight"}/);
      assert.equal((await worn('gone')).status, 404);
      const login = await call(`${inlay.url}/embed/api/v0/themes/forest`, { token: setup.adminToken });
      assert.equal(login.status, 401);
    });
  });
}
