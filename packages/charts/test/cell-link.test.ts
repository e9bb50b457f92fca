import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Cell, QueryResult } from '@inlay/protocol/result';
import { cellLinks } from '../src/kinds/table/cell-link.ts';

const hosts = ['crm.example.com', 'crm.example.com:8443'];
const resultOf = (columns: Record<string, Cell>): QueryResult => ({
  columns: Object.entries(columns).map(([name, value]) => ({
    name,
    label: name,
    type: 'string',
    role: 'dimension',
    values: [value],
  })),
  rowCount: 1,
  truncated: false,
});
const linkOf = (template: string, columns: Record<string, Cell>, allowed: readonly string[] = hosts) =>
  cellLinks(template, resultOf(columns), allowed)(0);

describe('a table cell link', () => {
  it('contains the encoded values of its row', () => {
    assert.equal(
      linkOf('https://crm.example.com/orders/{order id}?of={customer}', {
        'order id': 'A/7',
        customer: 'Ä & Co',
      }),
      'https://crm.example.com/orders/A%2F7?of=%C3%84%20%26%20Co',
    );
    assert.equal(linkOf('https://CRM.example.com:8443/{id}', { id: 12 }), 'https://CRM.example.com:8443/12');
  });

  it('is the value itself if the template is a single column', () => {
    const website = 'https://crm.example.com/a?b=c#d';
    assert.equal(linkOf('{website}', { website }), website);
  });

  it('never points to a host that the tenant did not allow', () => {
    for (const website of [
      'https://evil.example/',
      'https://crm.example.com.evil.example/',
      'https://evil.example/crm.example.com',
      'https://crm.example.com:444/',
      'https://crm.example.com@evil.example/',
      'https://evil.example\\@crm.example.com/',
      'https://user:secret@crm.example.com/',
      'https://crm.example.com\\.evil.example/',
      'https:/\t/evil.example',
      'https:crm.example.com/',
      '//crm.example.com/',
      'http://crm.example.com/',
      'javascript:alert(1)//https://crm.example.com/',
      'java\nscript:alert(1)',
      'data:text/html,https://crm.example.com/',
      'https://crm.example.com/\n/evil',
      'https://crm.example.com/a b',
      'https://crm.example.com:443@evil.example/',
      'https://crm.example.com./',
      'https://crm.example.com%2eevil.example/',
      'https://crm%2eexample.com/',
      'https://\u0441rm.example.com/',
      'https://crm\u3002example\u3002com/',
      'https://crm.\u00adexample.com/',
      'https://crm.example.com\u2044.evil.example/',
      'blob:https://crm.example.com/1',
      'data:image/svg+xml,https://crm.example.com/',
      '',
    ])
      assert.equal(linkOf('{website}', { website }), undefined, website);
    assert.equal(linkOf('{website}', { website: 'https://crm.example.com/' }, []), undefined);
  });

  it('keeps each value inside its URL segment', () => {
    for (const id of ['.', '..', '%2e%2e', '../admin', '\\..\\admin', '?x', '#x', '@evil.example', '\ud800'])
      for (const template of [
        'https://crm.example.com/orders/{id}',
        'https://crm.example.com/orders/{id}/lines',
      ]) {
        const link = linkOf(template, { id });
        if (link === undefined) continue;
        const url = new URL(link);
        assert.equal(url.host, 'crm.example.com', link);
        assert.equal(url.href, link);
        assert.match(url.pathname, /^\/orders\/[^/]+(\/lines)?$/);
        assert.equal(url.search + url.hash, '');
      }
    assert.equal(linkOf('https://crm.example.com/orders/.{id}', { id: '.' }), undefined);
    assert.equal(linkOf('https://crm.example.com/orders/{id}', { id: '..' }), undefined);
  });

  it('is omitted if a value or column is missing', () => {
    const template = 'https://crm.example.com/orders/{id}';
    for (const columns of [{ id: null }, { id: '' }, { other: 1 }])
      assert.equal(linkOf(template, columns), undefined);
  });

  it('never takes the host from a value', () => {
    for (const template of [
      'https://{id}',
      'https://{id}.example.com/',
      '{id}://crm.example.com/',
      'https://{a}{id}/',
    ])
      assert.equal(
        linkOf(template, { id: 'crm', a: 'x' }, ['crm', 'crm.example.com', 'xcrm']),
        undefined,
        template,
      );
  });
});
