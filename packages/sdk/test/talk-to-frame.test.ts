import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { eventually } from '../../../test/support/time/eventually.ts';
import { InlayError } from '../src/errors.ts';
import { talkToFrame } from '../src/talk-to-frame.ts';

function openTalk(t: TestContext, onTokenWanted = async () => 'fresh') {
  const { port1, port2 } = new MessageChannel();
  const heard: unknown[] = [];
  const received: unknown[] = [];
  t.after(() => port2.close());
  port2.onmessage = ({ data }) => received.push(data);
  const talk = talkToFrame(port1, {
    onEvent: (event) =>
      heard.push(event) > 0 && event.event === 'click' && event.detail.tileId === 'cancelled',
    onTokenWanted,
  });
  t.after(() => talk.endTalk(new InlayError('DESTROYED')));
  return { talk, frame: port2, heard, received };
}
const until = (met: () => boolean) => eventually(async () => assert.ok(met()));

describe('frame channel', () => {
  it('replies to a click with an action whether the page cancels it', async (t) => {
    const { frame, heard, received } = openTalk(t);
    for (const [id, tileId] of ['plain', 'cancelled'].entries())
      frame.postMessage({ id: id + 1, event: 'click', detail: { tileId, values: {} } });
    await until(() => received.length === 2);
    assert.deepEqual(received, [
      { re: 1, value: false },
      { re: 2, value: true },
    ]);
    assert.equal(heard.length, 2);
  });

  it('matches replies to requests in any order', async (t) => {
    const { talk, frame, received } = openTalk(t);
    const first = talk.request('get-filters', null);
    const second = talk.request('refresh', null);
    await until(() => received.length === 2);
    assert.deepEqual(received, [
      { id: 1, type: 'get-filters', body: null },
      { id: 2, type: 'refresh', body: null },
    ]);
    frame.postMessage({ re: 2, value: null });
    frame.postMessage({ re: 1, value: { filters: { a: 1 } } });
    frame.postMessage({ re: 77, value: null });
    assert.equal(await second, null);
    assert.deepEqual(await first, { filters: { a: 1 } });
  });

  it('times out if no reply arrives', async (t) => {
    const { talk } = openTalk(t);
    await assert.rejects(talk.request('refresh', null, 10), { name: 'InlayError', code: 'NO_ANSWER' });
  });

  it('sends a token that the frame requests, or reports that there is none', async (t) => {
    const { frame, received } = openTalk(t);
    frame.postMessage({ id: 5, type: 'token', body: null });
    await until(() => received.length === 1);
    assert.deepEqual(received, [{ re: 5, value: { token: 'fresh' } }]);
    const none = openTalk(t, async () => {
      throw new InlayError('NO_TOKEN', 'None.');
    });
    none.frame.postMessage({ id: 6, type: 'token', body: null });
    await until(() => none.received.length === 1);
    assert.deepEqual(none.received, [{ re: 6, error: { code: 'NO_TOKEN', message: 'None.' } }]);
  });

  it('rejects pending requests when it is closed', async (t) => {
    const { talk } = openTalk(t);
    const waiting = talk.request('refresh', null);
    talk.endTalk(new InlayError('FRAME_RESTARTED'));
    await assert.rejects(waiting, { code: 'FRAME_RESTARTED' });
  });
});
