import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';

interface Message {
  readonly id: string;
  readonly title: string;
}
interface Inbox {
  receive(request: Readable & { readonly headers: Readonly<Record<string, string>> }): Promise<number>;
  messagesOf(username: string): readonly Message[];
}

const host = new URL('../examples/host-app/', import.meta.url);
const { createInbox } = (await import(new URL('inbox.mjs', host).href)) as {
  createInbox(readSecret: () => string | undefined): Inbox;
};
const { renderMessages } = (await import(new URL('inbox-page.mjs', host).href)) as {
  renderMessages(messages: readonly object[], reader: { language: string; say: object }): string;
};
const { words } = (await import(new URL('words.mjs', host).href)) as {
  words: { readonly en: { readonly inbox: object }; readonly de: { readonly inbox: object } };
};

const SECRET = 'inl_secret_of_the_demo';
const message = (more: object = {}) => ({
  type: 'report',
  id: 'm1',
  username: 'maeve@larkfell.test',
  sent_at: '2026-11-23T07:00:02.114Z',
  title: 'Sales',
  ...more,
});

/** A request of Inlay. */
function signed(body: object, secret = SECRET) {
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex');
  const headers = { 'inlay-timestamp': timestamp, 'inlay-signature': `v1=${digest}` };
  return Object.assign(Readable.from([Buffer.from(text)]), { headers });
}
const idsOf = (inbox: Inbox, username: string) => inbox.messagesOf(username).map(({ id }) => id);

describe('the inbox of the demo', () => {
  it('accepts a message only with the signature of Inlay', async () => {
    const inbox = createInbox(() => SECRET);
    assert.equal(await inbox.receive(signed(message(), 'another secret')), 401);
    assert.equal(await inbox.receive(Object.assign(signed(message()), { headers: {} })), 401);
    assert.equal(await createInbox(() => undefined).receive(signed(message())), 401);
    assert.deepEqual(idsOf(inbox, 'maeve@larkfell.test'), []);
    assert.equal(await inbox.receive(signed(message())), 204);
    assert.deepEqual(idsOf(inbox, 'maeve@larkfell.test'), ['m1']);
  });

  it('keeps a message that is sent twice only once', async () => {
    const inbox = createInbox(() => SECRET);
    await inbox.receive(signed(message()));
    assert.equal(await inbox.receive(signed(message({ sent_at: '2026-11-23T07:00:17.000Z' }))), 204);
    assert.deepEqual(idsOf(inbox, 'maeve@larkfell.test'), ['m1']);
  });

  it('shows a message to its user alone, and a test without data to everybody', async () => {
    const inbox = createInbox(() => SECRET);
    await inbox.receive(signed(message()));
    await inbox.receive(signed({ type: 'test', id: 't1', sent_at: '2026-11-23T07:00:00Z', title: 'Test' }));
    assert.deepEqual(idsOf(inbox, 'maeve@larkfell.test'), ['t1', 'm1']);
    assert.deepEqual(idsOf(inbox, 'jonas@larkfell.test'), ['t1']);
  });

  it('refuses a body that is too large, and forgets the oldest messages', async () => {
    const inbox = createInbox(() => SECRET);
    const megabytes = (count: number) => 'x'.repeat(count * 1024 * 1024);
    assert.equal(await inbox.receive(signed(message({ description: megabytes(33) }))), 413);
    for (let index = 0; index < 3; index++)
      await inbox.receive(signed(message({ id: `large${index}`, description: megabytes(25) })));
    assert.deepEqual(idsOf(inbox, 'maeve@larkfell.test'), ['large2', 'large1']);
    for (let index = 0; index < 50; index++) await inbox.receive(signed(message({ id: `m${index}` })));
    const ids = idsOf(inbox, 'maeve@larkfell.test');
    assert.deepEqual([ids.length, ids[0], ids.at(-1)], [20, 'm49', 'm30']);
  });

  it('shows everything in a message as text', () => {
    const evil = '<img src=x onerror="x">\'&';
    const table = {
      columns: [{ label: evil, is_number: true }],
      rows: [[evil]],
      total: [evil],
      more_rows: 3,
      note: null,
    };
    const image = { alt: evil, width: evil, height: evil, content: 'AAAA' };
    const value = { text: evil, change: evil, detail: evil };
    const tile = { kind: 'tile', title: evil, description: evil, value, image, table, note: evil };
    const full = message({
      ...{ id: evil, type: evil, title: 'Sales', headline: evil, username: evil, language: evil },
      ...{
        sent_at: evil,
        made_at: evil,
        filters: [evil],
        notes: [evil],
        left_out: 2,
        link: `https://x/${evil}`,
      },
      sections: [tile, { kind: 'text', title: evil, paragraphs: [evil], source: evil }],
      files: [
        { filename: evil, content: 'AAAA' },
        { filename: evil, content: null },
      ],
    });
    for (const [language, { inbox: say }] of Object.entries(words)) {
      const html = renderMessages([full], { language, say });
      assert.ok(!html.includes('<img src=x') && !html.includes(`onerror="x"`), html);
      // A quote in an attribute would end it.
      const tags = html.match(/<[a-z][^<>]*>/g) ?? [];
      for (const tag of tags) assert.match(tag, /^<[a-z0-9]+(?: [a-z-]+(?:="[^"]*")?)*>$/, tag);
    }
  });
});
