import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { previewDocument } from '../../../src/features/reports/manage/preview-document.ts';
import { html, inlineStyle, styleText } from '../../../src/platform/render/html.ts';

const message = (body: string) => ({ to: 'ann@customer.example', subject: 'Revenue', text: '', html: body });
const page = (body: ReturnType<typeof html>) =>
  html`<!doctype html><html><head><style>${styleText('.a{color:red !important}')}</style></head><body>${body}</body></html>`.toString();

describe('the preview of an email', () => {
  it('has rules instead of style attributes, which pages do not allow', () => {
    const css = inlineStyle("color:green;font-family:'Segoe UI',Arial");
    const given = page(
      html`<p class="a" style="${css}">One</p><p style="${css}">Two</p><p style="${'margin:0'}">Three</p>`,
    );
    const { html: shown, subject } = previewDocument(message(given));
    assert.equal(subject, 'Revenue');
    assert.doesNotMatch(shown, / style=/);
    assert.match(
      shown,
      /<head><style>\.s0\{color:green;font-family:'Segoe UI',Arial\}\n\.s1\{margin:0\}<\/style>/,
    );
    assert.match(shown, /<p class="s0 a">One<\/p><p class="s0">Two<\/p><p class="s1">Three<\/p>/);
  });

  it('has its images as data, and none of those that are missing', () => {
    const given = page(
      html`<img src="cid:one@x" alt="One"><source srcset="cid:one@x"><img src="cid:none@x">`,
    );
    const image = { filename: 'one.png', contentType: 'image/png', content: Buffer.from('image') };
    const { html: shown } = previewDocument({ ...message(given), attachments: [{ ...image, cid: 'one@x' }] });
    assert.match(shown, /<img src="data:image\/png;base64,aW1hZ2U=" alt="One">/);
    assert.match(shown, /<source srcset="data:image\/png;base64,aW1hZ2U=">/);
    assert.doesNotMatch(shown, /cid:/);
  });

  it('leaves text alone that looks like markup', () => {
    const text = '<p style="color:red">cid:one@x</p> src="cid:one@x"';
    const { html: shown } = previewDocument(message(page(html`<p>${text}</p>`)));
    assert.ok(shown.includes(html`<p>${text}</p>`.toString()), shown);
  });
});
