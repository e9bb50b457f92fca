import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beginHistory, record, redo, undo } from '../../src/model/history.ts';
import { undoKey } from '../../src/model/undo-key.ts';

describe('undo and redo', () => {
  it('go back to the first state and forward to the last over any number of steps', () => {
    let history = beginHistory(0);
    for (let step = 1; step <= 5000; step += 1) history = record(history, step);
    for (let step = 4999; step >= 0; step -= 1) {
      history = undo(history);
      assert.equal(history.present, step);
    }
    assert.equal(undo(history), history);
    for (let step = 1; step <= 5000; step += 1) history = redo(history);
    assert.equal(history.present, 5000);
    assert.equal(redo(history), history);
  });

  it('merge the letters typed into one field, and keep those of another separate', () => {
    let history = beginHistory('');
    for (const text of ['a', 'ab', 'abc']) history = record(history, text, 'title');
    history = record(history, 'abc!', 'description');
    history = undo(history);
    assert.equal(history.present, 'abc');
    assert.equal(undo(history).present, '');
  });

  it('do not merge input before an undo with input after it', () => {
    let history = record(beginHistory(''), 'a', 'title');
    history = redo(undo(history));
    history = record(history, 'ab', 'title');
    assert.equal(undo(history).present, 'a');
  });

  it('drop undone steps when something else changes', () => {
    const history = record(undo(record(beginHistory(0), 1)), 2);
    assert.equal(redo(history), history);
    assert.equal(undo(history).present, 0);
  });

  it('ignore changes without effect', () => {
    const history = beginHistory('same');
    assert.equal(record(history, 'same'), history);
  });

  it('use the standard shortcuts and no others', () => {
    const press = (key: string, held: object = {}) =>
      undoKey({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });
    assert.equal(press('z', { ctrlKey: true }), 'undo');
    assert.equal(press('Z', { metaKey: true, shiftKey: true }), 'redo');
    assert.equal(press('y', { ctrlKey: true }), 'redo');
    assert.equal(press('z'), undefined);
    assert.equal(press('z', { ctrlKey: true, altKey: true }), undefined);
  });
});
