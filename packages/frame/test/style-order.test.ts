import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { chartCss } from '@inlay/charts/chart-css';
import { chartKinds } from '@inlay/charts/chart-kinds';
import { TileChart } from '@inlay/charts/tile-chart';
import { Window } from 'happy-dom';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { fixtures } from '../../charts/test/fixtures/fixtures.ts';

interface Rule {
  readonly sheet: string;
  readonly selector: string;
  readonly element: string;
  readonly pseudo: string;
  readonly specificity: string;
  readonly declarations: ReadonlyMap<string, string>;
}

const own = (file: string) => readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');

/** The rules of a style sheet, including those in `@media` and similar blocks. */
function rulesOf(sheet: string, css: string): readonly Rule[] {
  const plain = css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '');
  return [...plain.matchAll(/([^{};@]+)\{([^{}]*)\}/g)].flatMap(([, head = '', body = '']) => {
    const declarations = new Map(
      body.split(/;(?![^(]*\))/).flatMap((line) => {
        const [name = '', value] = line.split(/:(.*)/s);
        return value === undefined ? [] : [[name.trim(), value.trim()] as const];
      }),
    );
    return head.split(/,(?![^(]*\))/).map((text): Rule => {
      const selector = text.trim();
      const [element = '', pseudo = ''] = selector.split(/(?=::)/);
      // Any element may be hovered or focused.
      const matched =
        element.replaceAll(/:(?:hover|active|focus|focus-visible|focus-within|fullscreen)\b/g, '') || '*';
      return {
        sheet,
        selector,
        element: matched,
        pseudo,
        specificity: specificityOf(selector),
        declarations,
      };
    });
  });
}

/** Selectors Level 4, §15, for the selectors that we use. */
function specificityOf(selector: string): string {
  const counts: [number, number, number] = [0, 0, 0];
  const take = (text: string, pattern: RegExp, place: 0 | 1 | 2) =>
    text.replaceAll(pattern, () => {
      counts[place] += 1;
      return ' ';
    });
  let rest = selector.replaceAll(/:where\((?:[^()]|\([^()]*\))*\)/g, '');
  rest = rest.replaceAll(/:(?:is|not|has)\(((?:[^()]|\([^()]*\))*)\)/g, (_, inside: string) => {
    const [most = '0,0,0'] = inside
      .split(/,(?![^(]*\))/)
      .map((each) => specificityOf(each.trim()))
      .sort()
      .reverse();
    const [ids = 0, classes = 0, types = 0] = most.split(',').map(Number);
    counts[0] += ids;
    counts[1] += classes;
    counts[2] += types;
    return '';
  });
  rest = take(rest, /\[[^\]]*\]/g, 1);
  rest = take(rest, /::[\w-]+/g, 2);
  rest = take(rest, /#[\w-]+/g, 0);
  rest = take(rest, /[.:][\w-]+(?:\([^)]*\))?/g, 1);
  take(rest, /[a-z][\w-]*/gi, 2);
  return counts.join(',');
}

/** Whether a declaration of one property overrides the other: `padding` and `padding-inline-end`. */
const overlap = (one: string, other: string) =>
  one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`);

function conflictsOf(one: Rule, other: Rule): readonly string[] {
  if (one.sheet === other.sheet || one.specificity !== other.specificity || one.pseudo !== other.pseudo)
    return [];
  return [...one.declarations].flatMap(([name, value]) =>
    [...other.declarations].flatMap(([otherName, otherValue]) =>
      overlap(name, otherName) && !(name === otherName && value === otherValue)
        ? [
            `${name} in "${one.selector}" (${one.sheet}) and ${otherName} in "${other.selector}" (${other.sheet})`,
          ]
        : [],
    ),
  );
}

describe('the styles of chart kinds', () => {
  it('do not depend on the order in which a page loads them', async () => {
    const styled = chartKinds.filter(({ style }) => style);
    const sheets = new Map<string, string>();
    for (const { kind, style } of styled)
      for (const css of (await style?.()) ?? []) if (!sheets.has(css)) sheets.set(css, kind);
    const kinds = [...sheets].flatMap(([css, name]) => rulesOf(name, css));
    assert.notEqual(kinds.length, 0);
    const shared = rulesOf('page', own('page.css') + chartCss).concat(
      rulesOf('page', own('interaction.css')),
    );
    const { document } = new Window();
    const drawn = fixtures
      .filter(({ props }) => styled.some(({ kind }) => kind === props.tile.kind))
      .map(
        ({ props }) =>
          `<section class="inlay-tile"><div class="inlay-chart-box">${renderToString(h(TileChart, props))}</div></section>`,
      );
    document.body.innerHTML = `<main class="inlay-page" data-kind="dashboard"><div class="inlay-grid">${drawn.join('')}</div></main>`;
    const found = new Set<string>();
    for (const rule of kinds) {
      const others = [...shared, ...kinds].flatMap((other) => {
        const conflicts = conflictsOf(rule, other);
        return conflicts.length > 0 ? [{ other, conflicts }] : [];
      });
      if (others.length === 0) continue;
      const elements = [...document.querySelectorAll(rule.element)];
      for (const { other, conflicts } of others)
        if (elements.some((element) => element.matches(other.element)))
          for (const conflict of conflicts) found.add(conflict);
    }
    assert.deepEqual([...found], []);
  });
});
