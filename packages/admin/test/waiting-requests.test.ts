import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { confirmSession } from '../src/session/waiting-requests.ts';

describe('requests that wait for a person', () => {
  it('share one dialog, and go on together', async () => {
    const first = confirmSession.wait();
    const second = confirmSession.wait();
    assert.ok(confirmSession.isOpen.value);
    confirmSession.end();
    await Promise.all([first, second]);
    assert.ok(!confirmSession.isOpen.value);
  });

  it('fail together if the dialog is canceled, and the next one opens it again', async () => {
    const canceled = new Error('canceled');
    const requests = [confirmSession.wait(), confirmSession.wait()];
    confirmSession.end(canceled);
    for (const request of requests) await assert.rejects(request, canceled);
    const next = confirmSession.wait();
    assert.ok(confirmSession.isOpen.value);
    confirmSession.end();
    await next;
  });
});
