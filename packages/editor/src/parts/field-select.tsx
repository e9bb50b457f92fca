import { type FieldProps, LabeledControl } from '@inlay/ui/controls/field';
import { Select } from '@inlay/ui/controls/select';
import { type ComponentType, createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';

export interface FieldSelectProps extends FieldProps {
  readonly fields: readonly { readonly name: string; readonly label: string; readonly group?: string }[];
  readonly value: string;
  /** The label of the first option, for no field. */
  readonly none?: string;
  readonly onChange: (name: string) => void;
}

/** An app's control for many fields, which is too large for embeds. Without one, there is the browser's select alone. */
export const FieldPickerContext = createContext<ComponentType<FieldSelectProps> | undefined>(undefined);

/** Whether the fields of the dataset are still being loaded. */
export const FieldsLoadingContext = createContext(false);

/** From this many on, typing is quicker than scrolling. */
const MANY = 12;

/** Selects a field; those of related datasets are below their name. */
export function FieldSelect(props: FieldSelectProps): VNode {
  const { fields, value, none, onChange } = props;
  const Picker = useContext(FieldPickerContext);
  if (useContext(FieldsLoadingContext)) return <Select {...props} options={undefined} />;
  if (Picker && fields.length >= MANY) return <Picker {...props} />;
  const options = (group: string | undefined) =>
    fields
      .filter((field) => field.group === group)
      .map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ));
  const groups = new Set(fields.flatMap(({ group }) => group ?? []));
  return (
    <LabeledControl {...props}>
      {(control) => (
        <select
          class="ui-input ui-select"
          {...control}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {none !== undefined && <option value="">{none}</option>}
          {options(undefined)}
          {[...groups].map((group) => (
            <optgroup key={group} label={group}>
              {options(group)}
            </optgroup>
          ))}
        </select>
      )}
    </LabeledControl>
  );
}
