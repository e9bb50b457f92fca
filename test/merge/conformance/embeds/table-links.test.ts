import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import type { ContentClient } from '../../../support/content/content-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const TILE = {
  appId: 'sales',
  title: 'Linked customers',
  kind: 'table',
  datasetId: 'sales',
  query: { dimensions: [{ column: 'customer' }], measures: ['revenue'] },
};
const HREF = 'https://crm.example.com/customers/Alder%20%26%20Co';

describe('links in a table', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let admin: ContentClient;

  before(async () => {
    ({ store, inlay, setup, admin } = await startWorld('embeds', sqliteStore));
    const options = {
      links: { customer: 'https://crm.example.com/customers/{customer}' },
      bars: ['revenue'],
      pinned: 1,
    };
    assert.equal((await admin('POST', 'tiles', { body: { id: 'linked', ...TILE, options } })).status, 201);
    assert.equal((await admin('POST', 'tiles/linked/publish', { ifMatch: '*' })).status, 200);
    const embed = { id: 'e-linked', title: 'Linked', target: { kind: 'tile', id: 'linked' } };
    assert.equal((await admin('POST', 'embeds', { body: embed })).status, 201);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const allow = async (allowedLinkHosts: readonly string[]) =>
    assert.equal((await admin('PATCH', 'tenant-settings', { body: { allowedLinkHosts } })).status, 200);
  const page = async () =>
    (await openPage(inlay, 'e-linked', { token: await viewerToken(setup) })).html.replaceAll('&amp;', '&');
  const file = async (format: string) => {
    const response = await fetch(`${inlay.url}/embed/api/v0/embeds/e-linked/tiles/linked/export.${format}`, {
      headers: { authorization: `Bearer ${await viewerToken(setup)}` },
    });
    assert.equal(response.status, 200);
    return Buffer.from(await response.arrayBuffer());
  };

  it('are text while their host is not allowed', async () => {
    await allow(['other.example.com']);
    assert.doesNotMatch(await page(), /crm\.example\.com/);
    assert.doesNotMatch((await file('svg')).toString(), /crm\.example\.com/);
    assert.equal(unzipSync(await file('xlsx'))['xl/worksheets/_rels/sheet1.xml.rels'], undefined);
  });

  it('point to an allowed host, in pages and files', async () => {
    await allow(['crm.example.com']);
    assert.ok((await page()).includes(`<a href="${HREF}" target="_blank" rel="noopener noreferrer">`));
    assert.ok((await file('svg')).toString().includes(`<a href="${HREF}">`));
    assert.ok((await file('pdf')).toString('latin1').includes(`/URI (${HREF})`));
    const links = unzipSync(await file('xlsx'))['xl/worksheets/_rels/sheet1.xml.rels'];
    assert.ok(
      Buffer.from(links ?? '')
        .toString()
        .includes(`Target="${HREF}" TargetMode="External"`),
    );
  });

  it('are refused with the reason unless they are https addresses with columns after the host', async () => {
    for (const link of [
      'javascript:alert(1)',
      'http://crm.example.com/{customer}',
      'https://{customer}.example.com/',
      'https://user:secret@crm.example.com/',
      'https://crm.example.com/{customer',
      '//crm.example.com/',
    ]) {
      const { status, body } = await admin('POST', 'tiles', {
        body: { id: 'refused', ...TILE, options: { links: { customer: link } } },
      });
      assert.equal(status, 400, link);
      assert.match(String(body.message), /links.*must be an https address such as/, link);
    }
  });
});
