import { chartOf } from '@inlay/charts/chart-kinds';
import type { ChartOption } from '@inlay/charts/options/chart-option';
import type { EditorMoreMessages } from '@inlay/messages/editorMore';
import type { Dimension } from '@inlay/protocol/query';
import { Select } from '@inlay/ui/controls/select';
import { Section } from '@inlay/ui/layout/section';
import type { VNode } from 'preact';
import { type EditorContext, labelOf } from '../editor-context.ts';
import { changeDimension } from '../model/change-fields.ts';
import { patchQuery } from '../model/patch.ts';
import type { MoreProps } from './more-context.ts';
import { OptionField, type OptionFieldProps } from './option-field.tsx';

/** The pivot and the options of this kind of chart. */
export function AppearancePanel({
  context,
  texts,
  messages: { gaps },
}: Pick<OptionFieldProps, 'context' | 'texts'> & MoreProps): VNode {
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
          <GapsField key={dimension.column} context={context} messages={gaps} dimension={dimension} />
        ))}
    </Section>
  );
}

/** How periods without rows are shown. Tables have no gaps. */
function GapsField({
  context: { tile, change },
  messages: { label, ...choices },
  dimension: { column, fillGaps },
}: {
  readonly context: EditorContext;
  readonly messages: EditorMoreMessages['gaps'];
  readonly dimension: Dimension;
}): VNode {
  const byDefault = chartOf(tile.kind).isTable ? 'omit' : 'gap';
  return (
    <Select
      label={label}
      options={Object.entries(choices).flatMap(([value, text]) =>
        value === 'gap' && byDefault !== 'gap' ? [] : [{ value, label: text }],
      )}
      value={fillGaps === undefined ? byDefault : fillGaps ? 'zero' : 'omit'}
      onChange={(shown) =>
        change(
          changeDimension(tile, column, { fillGaps: shown === byDefault ? undefined : shown === 'zero' }),
        )
      }
    />
  );
}
