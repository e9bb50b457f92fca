import { chartOf } from '@inlay/charts/chart-kinds';
import type { ChartOption } from '@inlay/charts/options/chart-option';
import type { Dimension } from '@inlay/protocol/query';
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
        .map((dimension) => (
          <GapsField key={dimension.column} context={context} dimension={dimension} />
        ))}
    </Section>
  );
}

/** How periods without rows are shown; kinds that do not draw gaps leave them out or show zero. */
function GapsField({
  context: { tile, messages, change },
  dimension: { column, fillGaps },
}: Pick<OptionFieldProps, 'context'> & { readonly dimension: Dimension }): VNode {
  const put = (filled: boolean | undefined) => change(changeDimension(tile, column, { fillGaps: filled }));
  if (!chartOf(tile.kind).showsGaps)
    return (
      <Checkbox
        label={messages.fillGaps}
        checked={fillGaps ?? false}
        onChange={(filled) => put(filled || undefined)}
      />
    );
  return (
    <Select
      label={messages.gaps.label}
      options={[
        { value: 'gap', label: messages.gaps.gap },
        { value: 'zero', label: messages.gaps.zero },
        { value: 'omit', label: messages.gaps.omit },
      ]}
      value={fillGaps === undefined ? 'gap' : fillGaps ? 'zero' : 'omit'}
      onChange={(shown) => put(shown === 'gap' ? undefined : shown === 'zero')}
    />
  );
}
