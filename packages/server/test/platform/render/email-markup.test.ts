import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contentAddress, html, inlineStyle, webAddress } from '../../../src/platform/render/html.ts';

describe('markup of emails', () => {
  it('has declarations that load nothing and end nowhere else', () => {
    const font = "font-family:'Segoe UI',Arial;color:#123456";
    assert.equal(
      String(html`<p style="${inlineStyle(font)}">`),
      `<p style="${font.replaceAll("'", '&#39;')}">`,
    );
    for (const css of [
      'background:url(https://evil.example/x)',
      'background:URL (x)',
      'color:red}body{display:none',
      'width:expression(alert(1))',
      '</style><script>',
      'background:\\75rl(x)',
      'a:b/*',
      '@import "x"',
    ])
      assert.throws(() => inlineStyle(css), TypeError, css);
  });

  it('has images of the same message', () => {
    assert.equal(contentAddress('a1@example.com'), 'cid:a1@example.com');
    for (const id of ['a', 'https://evil.example/x', 'a"@b', 'a@b c'])
      assert.throws(() => contentAddress(id), TypeError, id);
  });

  it('has links to the web', () => {
    assert.equal(webAddress('https://a.example/b#c'), 'https://a.example/b#c');
    for (const address of ['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', '/admin', ''])
      assert.throws(() => webAddress(address), TypeError, address);
  });
});
