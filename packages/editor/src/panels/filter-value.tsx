import type { DatePreset } from '@inlay/protocol/filter-control';
import type { Filter, Scalar } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';
import { NumberField } from '@inlay/ui/controls/number-field';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import type { VNode } from 'preact';
import type { EditorColumn } from '../editor-backend.ts';
import type { EditorContext } from '../editor-context.ts';
import { ValuePicker } from './value-picker.tsx';

interface FilterValueProps {
  readonly context: EditorContext;
  readonly filter: Filter;
  readonly column: EditorColumn;
  readonly onChange: (filter: Filter) => void;
}

/** The inputs for the values of a filter, depending on its operator. */
export function FilterValue({ context, filter, column, onChange }: FilterValueProps): VNode | null {
  const { messages, backend, tile } = context;
  if ('values' in filter) {
    return (
      <ValuePicker
        backend={backend}
        messages={messages}
        datasetId={tile.datasetId}
        column={column}
        chosen={filter.values}
        onChoose={(values) => onChange({ ...filter, values })}
      />
    );
  }
  if ('from' in filter) {
    return (
      <div class="te-pair">
        <ScalarField
          label={messages.from}
          type={column.type}
          value={filter.from}
          onChange={(from) => onChange({ ...filter, from })}
        />
        <ScalarField
          label={messages.to}
          type={column.type}
          value={filter.to}
          onChange={(to) => onChange({ ...filter, to })}
        />
      </div>
    );
  }
  if ('period' in filter) {
    const known = (Object.keys(messages.periods) as DatePreset[])
      .filter((period) => period !== 'all')
      .map((key) => ({ value: key, label: messages.periods[key] }));
    const own = known.some(({ value }) => value === filter.period)
      ? []
      : [{ value: filter.period, label: filter.period }];
    return (
      <Select
        hideLabel
        label={messages.value}
        options={[...known, ...own]}
        value={filter.period}
        onChange={(period) => onChange({ ...filter, period })}
      />
    );
  }
  if (!('value' in filter)) return null;
  if (column.type === 'boolean') {
    return (
      <Select
        hideLabel
        label={messages.value}
        options={[
          { value: 'true', label: messages.yes },
          { value: 'false', label: messages.no },
        ]}
        value={String(filter.value)}
        onChange={(key) => onChange({ ...filter, value: key === 'true' } as Filter)}
      />
    );
  }
  if (column.type === 'string' && (filter.operator === 'equals' || filter.operator === 'not-equals')) {
    return (
      <ValuePicker
        backend={backend}
        messages={messages}
        datasetId={tile.datasetId}
        column={column}
        single
        chosen={filter.value === '' ? [] : [filter.value]}
        onChoose={(values) => onChange({ ...filter, value: values.at(-1) ?? '' })}
      />
    );
  }
  return (
    <ScalarField
      label={messages.value}
      type={column.type}
      value={filter.value}
      onChange={(value) => onChange({ ...filter, value } as Filter)}
    />
  );
}

interface ScalarFieldProps {
  readonly label: string;
  readonly type: ColumnType;
  readonly value: Scalar;
  readonly onChange: (value: Scalar) => void;
}

function ScalarField({ label, type, value, onChange }: ScalarFieldProps): VNode {
  if (type === 'integer' || type === 'decimal' || type === 'number') {
    return (
      <NumberField
        label={label}
        value={typeof value === 'number' ? value : undefined}
        onChange={(number) => onChange(number ?? '')}
      />
    );
  }
  // Dates are precise enough for timestamps: the server resolves them in the viewer's time zone.
  const isTime = type === 'date' || type === 'datetime';
  return (
    <TextField label={label} type={isTime ? 'date' : 'text'} value={String(value)} onChange={onChange} />
  );
}
