import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { TileChart } from '../src/tile-chart.ts';
import { fixture } from './fixtures/fixtures.ts';
import {
  type DrawnProps,
  dimension,
  type FixtureMore,
  measure,
  propsOf,
  resultOf,
} from './fixtures/make-fixture.ts';

const draw = (props: DrawnProps) => renderToString(h(TileChart, props));
const table = (more: FixtureMore) =>
  draw(
    propsOf(
      'table',
      'T',
      resultOf([
        dimension('a', 'A', ['x', 'y']),
        dimension('b', 'B', ['p', 'q']),
        measure('n', 'N', [4, -4]),
      ]),
      more,
    ),
  );

describe('a table', () => {
  it('links only to hosts that the tenant allows, in a new tab without opener or referrer', () => {
    const links = [...draw(fixture('table-bars-links')).matchAll(/<a [^>]*>/g)].map(([tag]) => tag);
    const about = 'target="_blank" rel="noopener noreferrer"';
    assert.deepEqual(links, [
      `<a href="https://crm.example.com/orders/A%2F1" ${about}>`,
      `<a href="https://shop.example.com/a" ${about}>`,
      `<a href="https://crm.example.com/orders/B%202" ${about}>`,
      `<a href="https://crm.example.com/orders/E5" ${about}>`,
      `<a href="https://crm.example.com/orders/F6" ${about}>`,
    ]);
    const { linkHosts: _, ...unlisted } = fixture('table-bars-links');
    assert.doesNotMatch(draw(unlisted), /<a /);
  });

  it('shows images of hosts that the tenant allows for them, in a fixed size, with the name of the row', () => {
    const images = [...draw(fixture('table-images-sparklines')).matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
    const about = 'width="36" height="24" loading="lazy" decoding="async" referrerpolicy="no-referrer"';
    assert.deepEqual(images, [
      `<img class="inlay-image" src="https://cdn.example.com/lamp.jpg" alt="Lamp" ${about}>`,
      `<img class="inlay-image" src="https://cdn.example.com/desk.jpg?size=2&amp;v=1" alt="Desk &quot;Oak&quot;" ${about}>`,
    ]);
    const { imageHosts: _, ...unlisted } = fixture('table-images-sparklines');
    assert.doesNotMatch(draw({ ...unlisted, linkHosts: ['cdn.example.com'] }), /<img/);
  });

  it('shows an image beside the value of its column, which names it', () => {
    const html = draw(fixture('table-images-sparklines-arabic'));
    const beside = 'src="https://cdn.example.com/Lamp.jpg" alt="" width="60" height="40"';
    assert.match(
      html,
      new RegExp(`<div class="inlay-pictured"><img class="inlay-image" ${beside}[^>]*>Lamp</div>`),
    );
  });

  it('draws bars on one scale from zero, negative ones on the other side', () => {
    const bars = (html: string) => [...html.matchAll(/<path d="([^"]*z)"/g)].map(([, d]) => d);
    assert.deepEqual(bars(table({ options: { bars: ['n'] } })), ['M50 0h50v4h-50z', 'M0 0h50v4h-50z']);
    assert.deepEqual(bars(table({})), []);
    assert.equal(bars(draw(fixture('table-bars-links'))).length, 10);
  });

  it('pins columns, but never all of them', () => {
    const pinsOf = (html: string) =>
      (html.match(/<thead>.*<\/thead>/)?.[0] ?? '').match(/inlay-pin(?:-last)?(?=[ "])/g) ?? [];
    assert.deepEqual(pinsOf(table({})), []);
    assert.deepEqual(pinsOf(table({ options: { pinned: 1 } })), ['inlay-pin', 'inlay-pin-last']);
    const two = ['inlay-pin', 'inlay-pin', 'inlay-pin-last'];
    assert.deepEqual(pinsOf(table({ options: { pinned: 2 } })), two);
    const narrow = resultOf([dimension('a', 'A', ['x']), measure('n', 'N', [4])]);
    const all = propsOf('table', 'T', narrow, { options: { pinned: 2 } });
    assert.deepEqual(pinsOf(draw(all)), ['inlay-pin', 'inlay-pin-last']);
  });
});
