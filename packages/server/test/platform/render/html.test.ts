import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  attributes,
  type Html,
  html,
  scriptJson,
  styleText,
  trustedHtml,
} from '../../../src/platform/render/html.ts';

describe('the html tag', () => {
  it('escapes strings between tags and in quoted attributes', () => {
    const attack = `"><img src=x onerror='alert(1)'>&`;
    const escaped = '&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;';
    assert.equal(`${html`<p title="${attack}">${attack}</p>`}`, `<p title="${escaped}">${escaped}</p>`);
  });

  it('escapes an entity again, so that people read what was typed', () => {
    assert.equal(`${html`<p>${'&lt;b&gt;'}</p>`}`, '<p>&amp;lt;b&amp;gt;</p>');
  });

  it('leaves markup as it is, at any depth', () => {
    const bold = html`<b>${'a < b'}</b>`;
    assert.equal(`${html`<p>${html`<i>${bold}</i>`}</p>`}`, '<p><i><b>a &lt; b</b></i></p>');
  });

  it('joins lists, and escapes the strings in them', () => {
    assert.equal(`${html`<ul>${['<a>', [html`<li>`, 1], []]}</ul>`}`, '<ul>&lt;a&gt;<li>1</ul>');
  });

  it('renders nothing for null, undefined and false, and zero as a number', () => {
    assert.equal(`${html`<p>${null}${undefined}${false}${0}${''}</p>`}`, '<p>0</p>');
  });

  it('never treats input as markup, whatever its structure', () => {
    const sent: string = JSON.parse('{"toString":null,"text":"<img src=x>"}').text;
    const lookalike: string = JSON.parse('["<img src=x>"]');
    assert.equal(`${html`${sent}${lookalike}`}`, '&lt;img src=x&gt;&lt;img src=x&gt;');
  });

  it('does not compile with a plain string in place of markup', () => {
    const page = (body: Html) => html`<main>${body}</main>`;
    // @ts-expect-error a string is not markup
    page('<img src=x>');
    // @ts-expect-error neither is an object that can be written as one
    page({ toString: () => '<img src=x>' });
    // @ts-expect-error a plain template is a string
    page(`<p>${html`<b></b>`}</p>`);
    // @ts-expect-error true would have to be a word on the page
    html`<p>${true}</p>`;
    assert.equal(`${page(trustedHtml('<hr>'))}`, '<main><hr></main>');
  });
});

describe('attributes', () => {
  it('are quoted and escaped, with a space before each', () => {
    assert.equal(
      `${html`<p${attributes({ id: '" onclick="x', 'data-n': 2, title: `'>` })}>`}`,
      '<p id="&quot; onclick=&quot;x" data-n="2" title="&#39;&gt;">',
    );
  });

  it('are a name alone for true, and nothing for false and undefined', () => {
    assert.equal(
      `${attributes({ hidden: true, async: false, id: undefined, title: '' })}`,
      ' hidden title=""',
    );
  });
});

describe('JSON in a script', () => {
  it('cannot end the script or start a comment, and keeps its value', () => {
    const value = { a: '</script><script>alert(1)</script>', b: '<!-- <script', c: `'"&>` };
    const text = `${scriptJson(value)}`;
    assert.doesNotMatch(text, /</);
    assert.deepEqual(JSON.parse(text), value);
  });
});

describe('a style sheet in a page', () => {
  it('cannot end its element', () => {
    assert.equal(
      `${styleText('a{content:"</style><img src=x>"}</STYLE >')}`,
      'a{content:"<\\/style><img src=x>"}<\\/STYLE >',
    );
  });
});
