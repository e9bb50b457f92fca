import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messages } from '@inlay/messages/admin/en';
import { changePlace } from '../../src/parts/conflict/change-text.ts';

describe('path of a change', () => {
  it('turns a JSON pointer into readable text', () => {
    const t = messages.parts.changes;
    assert.equal(changePlace('/steps[intro]/title', t), 'Steps, intro, title');
    assert.equal(changePlace('/options/referenceLines', t), 'Options, reference lines');
    assert.equal(changePlace('/', t), 'Everything');
  });
});
