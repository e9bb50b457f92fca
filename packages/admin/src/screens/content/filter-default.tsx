import type { EditorBackend, EditorColumn } from '@inlay/editor/editor-backend';
import { ValuePicker } from '@inlay/editor/panels/value-picker';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { Scalar } from '@inlay/protocol/query';
import { USUAL_PRESETS } from '@inlay/protocol/usual-presets';
import { Field } from '@inlay/ui/controls/field';
import type { VNode } from 'preact';
import { editorTexts } from '../../charts/editor-texts.ts';
import { useMessages } from '../../messages.ts';
import { withDefault } from './filter-draft.ts';

type ColumnControl = Exclude<FilterControl, { readonly kind: 'hierarchy' }>;

interface FilterDefaultProps {
  readonly control: ColumnControl;
  readonly column: EditorColumn;
  readonly backend: EditorBackend;
  readonly onChange: (control: FilterControl) => void;
}

/** The initial value of a filter. */
export function FilterDefault({ control, column, backend, onChange }: FilterDefaultProps): VNode {
  const t = useMessages('content').shared.filters;
  const put = (value: unknown) => onChange(withDefault(control, value));
  if (control.kind === 'date-range') return <PeriodDefault control={control} onChange={put} />;
  if (control.kind === 'slider') return <RangeDefault value={control.default} onChange={put} />;
  if (control.kind === 'search') {
    return (
      <Field label={t.default} optional>
        <input
          class="ui-input"
          maxLength={256}
          value={control.default ?? ''}
          onInput={(event) => put(event.currentTarget.value)}
        />
      </Field>
    );
  }
  if (column.type === 'boolean') {
    return (
      <Field label={t.default}>
        <select
          class="ui-input ui-select"
          value={String(control.default ?? '')}
          onChange={({ currentTarget: { value } }) => put(value === '' ? undefined : value === 'true')}
        >
          <option value="">{t.all}</option>
          <option value="true">{t.yes}</option>
          <option value="false">{t.no}</option>
        </select>
      </Field>
    );
  }
  const isOne = control.kind === 'dropdown';
  const chosen: readonly Scalar[] = isOne
    ? control.default === undefined
      ? []
      : [control.default]
    : (control.default ?? []);
  return (
    <div class="ui-field te-inline">
      <span class="ui-field-label">
        {t.default} <span class="ui-muted">{t.optional}</span>
      </span>
      <ValuePicker
        backend={backend}
        messages={editorTexts()}
        datasetId={control.datasetId}
        column={column}
        chosen={chosen}
        single={isOne}
        onChoose={(values) => put(isOne ? values[0] : values)}
      />
    </div>
  );
}

interface PeriodDefaultProps {
  readonly control: Extract<FilterControl, { readonly kind: 'date-range' }>;
  readonly onChange: (value: unknown) => void;
}

const OWN = 'own';

function PeriodDefault({ control, onChange }: PeriodDefaultProps): VNode {
  const t = useMessages('content').shared.filters;
  const { periods } = useMessages('ui');
  const value = control.default;
  const isOwn = typeof value === 'object';
  const end = (name: 'from' | 'to', label: string) =>
    isOwn && (
      <Field label={label}>
        <input
          class="ui-input"
          type="date"
          required
          value={value[name]}
          onInput={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
        />
      </Field>
    );
  return (
    <>
      <Field label={t.default}>
        <select
          class="ui-input ui-select"
          value={isOwn ? OWN : (value ?? '')}
          onChange={({ currentTarget: { value: chosen } }) => {
            const today = new Date().toISOString().slice(0, 10);
            onChange(chosen === OWN ? { from: `${today.slice(0, 4)}-01-01`, to: today } : chosen);
          }}
        >
          <option value="">{t.all}</option>
          {(control.presets ?? USUAL_PRESETS).map((preset) => (
            <option key={preset} value={preset}>
              {periods[preset]}
            </option>
          ))}
          <option value={OWN}>{t.custom}</option>
        </select>
      </Field>
      {isOwn && (
        <div class="ui-two">
          {end('from', t.from)}
          {end('to', t.to)}
        </div>
      )}
    </>
  );
}

interface RangeDefaultProps {
  readonly value: { readonly from: number; readonly to: number } | undefined;
  readonly onChange: (value: unknown) => void;
}

function RangeDefault({ value, onChange }: RangeDefaultProps): VNode {
  const t = useMessages('content').shared.filters;
  const end = (name: 'from' | 'to', label: string) => (
    <Field label={label} optional>
      <input
        class="ui-input ui-figures"
        type="number"
        step="any"
        value={value?.[name] ?? ''}
        onInput={({ currentTarget: { value: text } }) => {
          const number = Number(text);
          if (text === '') onChange(undefined);
          else if (Number.isFinite(number)) onChange({ from: number, to: number, ...value, [name]: number });
        }}
      />
    </Field>
  );
  return (
    <div class="ui-two">
      {end('from', t.defaultFrom)}
      {end('to', t.defaultTo)}
    </div>
  );
}
