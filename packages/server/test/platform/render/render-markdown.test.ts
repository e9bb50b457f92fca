import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderMarkdown } from '../../../src/platform/render/render-markdown.ts';

const render = (text: string, value = '12 %') =>
  `${renderMarkdown(text, 'step.1', { write: () => value, choose: (chosen) => chosen })}`.trim();

describe('renderMarkdown', () => {
  it('inserts values into sentences, including inside emphasis', () => {
    assert.equal(
      render('Grew **{{ growth | percent }}**.'),
      '<p>Grew <strong><bdi data-value="step.1:growth|percent">12 %</bdi></strong>.</p>',
    );
  });

  it('escapes values', () => {
    assert.equal(
      render('{{ x }}', '<img src=x onerror=alert(1)> **no**'),
      '<p><bdi data-value="step.1:x">&lt;img src=x onerror=alert(1)&gt; **no**</bdi></p>',
    );
  });

  it('finds a placeholder after other braces, which stay unchanged', () => {
    assert.equal(render('{{{ x }}}'), '<p>{<bdi data-value="step.1:x">12 %</bdi>}</p>');
    assert.equal(render('{{ a {{ x }}'), '<p>{{ a <bdi data-value="step.1:x">12 %</bdi></p>');
    assert.equal(render('{{ }} {{x|}} {{'), '<p>{{ }} {{x|}} {{</p>');
  });

  it('adds at most ten thousand missing cells to a table', () => {
    const cells = render(`${'|a'.repeat(100)}\n${'|-'.repeat(100)}\n${'b\n'.repeat(1000)}`).match(/<td/g);
    assert.ok((cells?.length ?? 0) <= 10_000, `${cells?.length}`);
  });

  it('escapes HTML', () => {
    assert.equal(render('<b onclick="x()">hi</b>'), '<p>&lt;b onclick=&quot;x()&quot;&gt;hi&lt;/b&gt;</p>');
  });

  it('links only to http, https and mailto, in a new window', () => {
    assert.match(
      render('[a](https://example.com/?q=1)'),
      /^<p><a href="https:\/\/example\.com\/\?q=1" target="_blank" rel="noopener noreferrer">/,
    );
    for (const url of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.example',
      '&#106;avascript:alert(1)',
      'file:///etc/passwd',
    ])
      assert.doesNotMatch(render(`[a](${url})`), /<a /, url);
    assert.doesNotMatch(render('<javascript:alert(1)>'), /<a /);
  });

  it('does not load images', () => {
    assert.doesNotMatch(render('![x](https://evil.example/pixel.png)'), /<img/);
  });

  it('leaves invalid placeholders unchanged', () => {
    assert.equal(render('{{ 1 + 1 }} and {{'), '<p>{{ 1 + 1 }} and {{</p>');
  });
});
