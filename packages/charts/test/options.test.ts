import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { chartKinds, chartOf, kindOptions } from '../src/chart-kinds.ts';
import type { ChartOption } from '../src/options/chart-option.ts';
import { drawnChoice } from '../src/options/drawn-choice.ts';
import type { TileOptions } from '../src/tile.ts';
import { TileChart } from '../src/tile-chart.ts';
import { fixtures } from './fixtures/fixtures.ts';
import { hard } from './fixtures/hard.ts';
import type { DrawnProps } from './fixtures/make-fixture.ts';

const panels = hard.filter(({ name }) => name.endsWith('panels-two-units'));

const draw = (props: DrawnProps) => renderToString(h(TileChart, props));

/** The same tile with one option more, or without it. */
function withOption(props: DrawnProps, name: string, value: unknown): DrawnProps {
  const { [name as keyof TileOptions]: _, ...rest } = props.tile.options ?? {};
  const options: TileOptions = value === undefined ? rest : { ...rest, [name]: value };
  return { ...props, tile: { ...props.tile, options } };
}

/** Values worth trying: every choice, every column, a few numbers. */
function valuesOf(option: ChartOption, { result }: DrawnProps): readonly unknown[] {
  const names = result.columns.map(({ name }) => name);
  switch (option.type) {
    case 'column':
      return names;
    case 'columns':
      return names.map((name) => [name]);
    case 'choice':
      return option.only ?? option.choices;
    case 'switch':
      return option.choices;
    case 'toggle':
      return [true, false];
    case 'number':
      return [option.min, option.max];
    case 'amount':
      return [option.min, option.max, 1, 30, 20_000];
    case 'text':
      return ['A title'];
    case 'names':
      return [result.columns.flatMap(({ role, values }) => (role === 'dimension' ? values.slice(-1) : []))];
    case 'target':
      return [1_000_000, ...names];
    case 'links':
      return names.map((name) => ({ [name]: `https://crm.example.com/{${name}}` }));
    case 'sparklines':
      return [{ measures: names, column: 'date', grain: 'month' }];
  }
}

const defaultOf = (option: ChartOption): unknown => ('default' in option ? option.default : undefined);

for (const { kind, options, colors } of chartKinds) {
  describe(`The options of ${kind}`, () => {
    const own = [...fixtures, ...panels].map(({ props }) => props).filter(({ tile }) => tile.kind === kind);
    const each = Object.entries<ChartOption>(options);

    it('look the same with their default as when absent', () => {
      for (const props of own)
        for (const [name, option] of each.filter(([, { type }]) => type !== 'column'))
          if (defaultOf(option) !== undefined)
            assert.equal(
              draw(withOption(props, name, defaultOf(option))) === draw(withOption(props, name, undefined)),
              true,
              `${name}: ${props.tile.title}`,
            );
    });

    it('change the chart for some data', () => {
      const idle = each.flatMap(([name, option]) => {
        const tried = own.flatMap((props) => {
          const plain = draw(withOption(props, name, undefined));
          return valuesOf(option, props).map((value) => ({
            value: JSON.stringify(value),
            changes: value === defaultOf(option) || draw(withOption(props, name, value)) !== plain,
          }));
        });
        if (option.type === 'choice' || option.type === 'switch' || option.type === 'toggle') {
          const idleChoices = new Set(tried.map(({ value }) => value));
          for (const { value, changes } of tried) if (changes) idleChoices.delete(value);
          return [...idleChoices].map((value) => `${name}: ${value}`);
        }
        return tried.some(({ changes }) => changes) ? [] : [name];
      });
      assert.deepEqual(idle, []);
    });

    it('include colors if the definition has colored categories', () => {
      const names = ({ result }: DrawnProps) =>
        result.columns.flatMap(({ label, role, values }) =>
          role === 'dimension' ? values.map(String) : [label],
        );
      const changes = own.some((props) => {
        const given = Object.fromEntries(names(props).map((name) => [name, '#123456']));
        return draw(withOption(props, 'colors', given)) !== draw(withOption(props, 'colors', undefined));
      });
      assert.equal(changes, colors !== undefined);
    });

    it('are rendered as the editor shows them, even with a choice left over from another kind', () => {
      for (const props of own)
        for (const [name, option] of each)
          if (option.type === 'choice')
            for (const given of option.choices)
              assert.equal(
                draw(withOption(props, name, given)) ===
                  draw(withOption(props, name, drawnChoice(option, given))),
                true,
                `${name}: ${given}: ${props.tile.title}`,
              );
    });
  });
}

describe('The options of all kinds', () => {
  it('have one type per name, so that a tile keeps them when its kind changes', () => {
    for (const { kind, options } of chartKinds)
      for (const [name, option] of Object.entries<ChartOption>(options)) {
        const shared = kindOptions.get(name);
        assert.equal(option.type, shared?.type, `${kind}: ${name}`);
        if (option.type === 'choice' && shared?.type === 'choice')
          assert.deepEqual(option.choices, shared.choices, `${kind}: ${name}`);
      }
  });
});

describe('The list of kinds', () => {
  it('has each kind once, in a unique position', () => {
    assert.equal(new Set(chartKinds.map(({ kind }) => kind)).size, chartKinds.length);
    assert.equal(new Set(chartKinds.map(({ place }) => place)).size, chartKinds.length);
    for (const chart of chartKinds) assert.equal(chartOf(chart.kind), chart);
  });

  it('has a fixture for each kind', () => {
    const drawn = new Set(fixtures.map(({ props }) => props.tile.kind));
    assert.deepEqual(
      chartKinds.map(({ kind }) => kind).filter((kind) => !drawn.has(kind)),
      [],
    );
  });
});
