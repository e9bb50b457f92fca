import { chartOf } from '@inlay/charts/chart-kinds';
import type { ChartOption } from '@inlay/charts/options/chart-option';
import { Checkbox } from '@inlay/ui/checkbox';
import { Section } from '@inlay/ui/section';
import { Select } from '@inlay/ui/select';
import type { VNode } from 'preact';
import { type Desk, labelOf } from '../desk.ts';
import { changeDimension } from '../model/change-fields.ts';
import { patchQuery } from '../model/patch.ts';
import { OptionField } from './option-field.tsx';

/** The column of each role, and the options of this kind of chart. */
export function LookPanel({ desk }: { readonly desk: Desk }): VNode {
  const { tile, dataset, words, change } = desk;
  const { kind, query, options = {} } = tile;
  const { pivot } = query;
  const chart = chartOf(kind);
  const own = Object.entries<ChartOption>(chart.options);
  const set = own.filter(([name]) => Object.hasOwn(options, name)).length;
  return (
    <Section title={words.look} count={set + Number(pivot !== undefined)}>
      {chart.canPivot && query.dimensions.length > 1 && (
        <Select
          label={words.pivot}
          options={[
            { value: '', label: words.none },
            ...query.dimensions.map(({ column }) => ({ value: column, label: labelOf(dataset, column) })),
          ]}
          value={pivot?.dimension ?? ''}
          onChange={(dimension) =>
            change(patchQuery(tile, { pivot: dimension === '' ? undefined : { ...pivot, dimension } }))
          }
        />
      )}
      {own.map(([name, option]) => (
        <OptionField key={`${kind}-${name}`} desk={desk} name={name} option={option} />
      ))}
      {query.dimensions
        .filter(({ grain }) => grain !== undefined)
        .map(({ column, fillGaps }) => (
          <Checkbox
            key={column}
            label={words.fillGaps}
            checked={fillGaps ?? false}
            onChange={(filled) => change(changeDimension(tile, column, { fillGaps: filled || undefined }))}
          />
        ))}
    </Section>
  );
}
