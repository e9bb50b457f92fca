import type { TileOptions } from '@inlay/charts/tile';
import type { VNode } from 'preact';
import { type Desk, labelOf } from '../desk.ts';
import { changeDimension } from '../model/change-fields.ts';
import { orNothing, patchOptions, patchQuery } from '../model/patch.ts';
import { NumberField } from '../parts/number-field.tsx';
import { Section } from '../parts/section.tsx';
import { Select } from '../parts/select.tsx';
import { Tick } from '../parts/tick.tsx';
import { TypedField } from '../parts/typed-field.tsx';

const WITH_AXES = ['line', 'area', 'bar', 'bar-line', 'scatter', 'heatmap'];

/** The column of each role, and the options of this kind of chart. */
export function LookPanel({ desk }: { readonly desk: Desk }): VNode {
  const { tile, dataset, words, change } = desk;
  const { kind, query } = tile;
  const options = tile.options ?? {};
  const dimensions = query.dimensions.map(({ column }) => column);
  const put = (changes: Parameters<typeof patchOptions>[1], about?: string) =>
    change(patchOptions(tile, changes), about);
  const choice = (names: readonly string[], first = words.automatic) => [
    { key: '', label: first },
    ...names.map((name) => ({ key: name, label: labelOf(dataset, name) })),
  ];
  const isScatter = kind === 'scatter';
  const stacks = kind === 'bar' || kind === 'area' || kind === 'bar-line';
  return (
    <Section title={words.look} count={lookCount(options) + Number(query.pivot !== undefined)}>
      {WITH_AXES.includes(kind) && (isScatter || dimensions.length > 1) && (
        <Select
          label={words.x}
          options={choice(isScatter ? query.measures : dimensions)}
          chosen={options.x ?? ''}
          onChoose={(x) => put({ x: x || undefined })}
        />
      )}
      {isScatter && (
        <Select
          label={words.y}
          options={choice(query.measures)}
          chosen={options.y?.[0] ?? ''}
          onChoose={(y) => put({ y: y === '' ? undefined : [y] })}
        />
      )}
      {WITH_AXES.includes(kind) && dimensions.length > 1 && (
        <Select
          label={words.series}
          options={choice(dimensions, isScatter ? words.none : words.automatic)}
          chosen={options.series ?? ''}
          onChoose={(series) => put({ series: series || undefined })}
        />
      )}
      {isScatter && (
        <Select
          label={words.size}
          options={choice(query.measures)}
          chosen={options.size ?? ''}
          onChoose={(size) => put({ size: size || undefined })}
        />
      )}
      {kind === 'bar-line' && (
        <fieldset class="te-group">
          <legend>{words.lines}</legend>
          {query.measures.map((name) => (
            <Tick
              key={name}
              label={labelOf(dataset, name)}
              checked={(options.line ?? query.measures.slice(-1)).includes(name)}
              onChange={(checked) => {
                const line = options.line ?? query.measures.slice(-1);
                const next = checked ? [...line, name] : line.filter((other) => other !== name);
                put({ line: orNothing(next), y: query.measures });
              }}
            />
          ))}
        </fieldset>
      )}
      {stacks && (
        <Select
          label={words.layout}
          options={[
            { key: '', label: words.automatic },
            ...(kind === 'area' ? [] : [{ key: 'grouped', label: words.grouped }]),
            { key: 'stacked', label: words.stacked },
            ...(kind === 'bar-line' ? [] : [{ key: 'percent', label: words.percent }]),
          ]}
          chosen={options.layout ?? ''}
          onChoose={(layout) => put({ layout: (layout || undefined) as TileOptions['layout'] })}
        />
      )}
      {kind === 'bar' && (
        <Tick
          label={words.horizontal}
          checked={options.orientation === 'horizontal'}
          onChange={(lying) => put({ orientation: lying ? 'horizontal' : undefined })}
        />
      )}
      {kind === 'pie' && (
        <Tick
          label={words.donut}
          checked={options.donut ?? true}
          onChange={(donut) => put({ donut: donut ? undefined : false })}
        />
      )}
      {kind === 'waterfall' && (
        <TypedField
          label={words.levels}
          hint={words.levelsHint}
          value={options.levels}
          parse={listed}
          write={(names) => names.join(', ')}
          onChange={(levels) => put({ levels }, 'levels')}
        />
      )}
      {kind === 'table' && dimensions.length > 1 && (
        <Select
          label={words.pivot}
          options={choice(dimensions, words.none)}
          chosen={query.pivot?.dimension ?? ''}
          onChoose={(dimension) =>
            change(patchQuery(tile, { pivot: dimension === '' ? undefined : { ...query.pivot, dimension } }))
          }
        />
      )}
      {kind === 'table' && (
        <NumberField
          label={words.pageSize}
          value={options.pageSize}
          whole
          min={1}
          max={1000}
          onChange={(pageSize) => put({ pageSize }, 'page-size')}
        />
      )}
      {query.dimensions
        .filter(({ grain }) => grain !== undefined)
        .map(({ column, fillGaps }) => (
          <Tick
            key={column}
            label={words.fillGaps}
            checked={fillGaps ?? false}
            onChange={(filled) => change(changeDimension(tile, column, { fillGaps: filled || undefined }))}
          />
        ))}
      <Tick
        label={words.legend}
        checked={options.legend === 'none'}
        onChange={(hidden) => put({ legend: hidden ? 'none' : undefined })}
      />
    </Section>
  );
}

const listed = (text: string): readonly string[] | undefined =>
  orNothing(text.split(/\s*,\s*/).filter((name) => name !== ''));

const LOOKS = [
  'x',
  'y',
  'series',
  'size',
  'line',
  'layout',
  'orientation',
  'donut',
  'legend',
  'levels',
  'pageSize',
] as const;

const lookCount = (options: TileOptions): number =>
  LOOKS.filter((name) => options[name] !== undefined).length;
