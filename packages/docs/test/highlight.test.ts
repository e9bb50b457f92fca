import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { highlight } from '../generate/highlight.ts';

const parts = (code: string, language: string) =>
  [
    ...highlight(code, language)
      .toString()
      .matchAll(/<span class="tok-(\w+)">(.*?)<\/span>/g),
  ].map(([, kind, text]) => `${kind} ${text}`);

describe('highlighted code', () => {
  it('marks comments, strings and variables of a shell, and leaves addresses in one piece', () => {
    assert.deepEqual(parts("A=1 curl http://localhost:4000/a -H 'b' $C # d", 'sh'), [
      'name A',
      'string &#39;b&#39;',
      'name $C',
      'comment # d',
    ]);
  });

  it('distinguishes names and values of JSON', () => {
    assert.deepEqual(parts('{"a": "b", "c": [1, true]}', 'json'), [
      'name &quot;a&quot;',
      'string &quot;b&quot;',
      'name &quot;c&quot;',
      'number 1',
      'keyword true',
    ]);
  });

  it('does not take an address for a comment', () => {
    assert.deepEqual(parts("const a = 'http://b' // c", 'js'), [
      'keyword const',
      'string &#39;http://b&#39;',
      'comment // c',
    ]);
  });

  it('escapes everything, and leaves unknown languages plain', () => {
    assert.equal(highlight('<b>&', 'text').toString(), '&lt;b&gt;&amp;');
    assert.doesNotMatch(highlight('<script>alert(1)</script>', 'html').toString(), /<script/);
  });
});
