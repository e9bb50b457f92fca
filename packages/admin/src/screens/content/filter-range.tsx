import type { FilterControl } from '@inlay/protocol/filter-control';
import { Field } from '@inlay/ui/controls/field';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';

type Slider = Extract<FilterControl, { readonly kind: 'slider' }>;
type Bound = 'min' | 'max' | 'step';

interface FilterRangeProps {
  readonly control: Slider;
  readonly problem: string | undefined;
  readonly onChange: (control: Slider) => void;
}

/** The range and step of a slider; missing limits come from the data. */
export function FilterRange({ control, problem, onChange }: FilterRangeProps): VNode {
  const t = useMessages('content').shared.filters;
  const bound = (name: Bound, label: string, placeholder: string) => (
    <Field label={label} optional error={name === 'max' ? problem : undefined}>
      <input
        class="ui-input ui-figures"
        type="number"
        step="any"
        min={name === 'step' ? 0 : undefined}
        placeholder={placeholder}
        value={control[name] ?? ''}
        onInput={({ currentTarget: { value } }) => {
          const { [name]: _, ...rest } = control;
          const number = Number(value);
          const isGiven = value !== '' && Number.isFinite(number) && (name !== 'step' || number > 0);
          onChange(isGiven ? { ...rest, [name]: number } : rest);
        }}
      />
    </Field>
  );
  return (
    <div class="ui-three">
      {bound('min', t.min, t.fromData)}
      {bound('max', t.max, t.fromData)}
      {bound('step', t.step, t.anyStep)}
    </div>
  );
}
