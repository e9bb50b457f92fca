import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';

/** Presses a key this many milliseconds after the page was opened. */
function pressAt({ page }: OpenApp, timeStamp: number, key: string): void {
  const event = new page.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  page.document.body.dispatchEvent(event);
}

describe('the keyboard shortcuts of the admin app', () => {
  it('open a screen by g and its letter, also in the first second of a page', async (test) => {
    const app = await openApp(test, '/users');
    pressAt(app, 300, 'g');
    assert.equal(app.path(), '/users', 'g alone');
    pressAt(app, 600, 'f');
    await eventually(() => assert.equal(app.path(), '/files'));
  });

  it('forget a g that was pressed long ago', async (test) => {
    const app = await openApp(test, '/users');
    pressAt(app, 3000, 'g');
    pressAt(app, 4300, 'f');
    assert.equal(app.path(), '/users');
  });
});
