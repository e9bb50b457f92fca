import { chartOf } from '@inlay/charts/chart-kinds';
import type { ChartOption } from '@inlay/charts/options/chart-option';
import { Checkbox } from '@inlay/ui/checkbox';
import { Section } from '@inlay/ui/section';
import { Select } from '@inlay/ui/select';
import type { VNode } from 'preact';
import { labelOf } from '../editor-context.ts';
import { changeDimension } from '../model/change-fields.ts';
import { patchQuery } from '../model/patch.ts';
import { OptionField, type OptionFieldProps } from './option-field.tsx';

/** The pivot and the options of this kind of chart. */
export function AppearancePanel({ context, texts }: Pick<OptionFieldProps, 'context' | 'texts'>): VNode {
  const { tile, dataset, messages, change } = context;
  const { kind, query, options = {} } = tile;
  const { pivot } = query;
  const chart = chartOf(kind);
  const own = Object.entries<ChartOption>(chart.options);
  const set = own.filter(([name]) => Object.hasOwn(options, name)).length;
  return (
    <Section title={messages.look} count={set + Number(pivot !== undefined)}>
      {chart.canPivot && query.dimensions.length > 1 && (
        <Select
          label={messages.pivot}
          options={[
            { value: '', label: messages.none },
            ...query.dimensions.map(({ column }) => ({ value: column, label: labelOf(dataset, column) })),
          ]}
          value={pivot?.dimension ?? ''}
          onChange={(dimension) =>
            change(patchQuery(tile, { pivot: dimension === '' ? undefined : { ...pivot, dimension } }))
          }
        />
      )}
      {own.map(([name, option]) => (
        <OptionField key={`${kind}-${name}`} context={context} texts={texts} name={name} option={option} />
      ))}
      {query.dimensions
        .filter(({ grain }) => grain !== undefined)
        .map(({ column, fillGaps }) => (
          <Checkbox
            key={column}
            label={messages.fillGaps}
            checked={fillGaps ?? false}
            onChange={(filled) => change(changeDimension(tile, column, { fillGaps: filled || undefined }))}
          />
        ))}
    </Section>
  );
}
