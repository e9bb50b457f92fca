import type { FieldSelectProps } from '@inlay/editor/parts/field-select';
import { Combobox } from '@inlay/ui/controls/combobox';
import type { VNode } from 'preact';

/** Finds a field of the dataset, or of a related one, by typing. */
export function FieldPicker(props: FieldSelectProps): VNode {
  const { fields, value, none, onChange } = props;
  // Each group once: measures made of columns come after those of related datasets.
  const grouped = [...Map.groupBy(fields, ({ group }) => group).values()].flat();
  const options = grouped.map(({ name, label, group }) => ({
    value: name,
    label,
    ...(group !== undefined && { group, fullLabel: `${group}: ${label}` }),
  }));
  return (
    <Combobox
      {...props}
      placeholder={none ?? ''}
      options={none !== undefined && value !== '' ? [{ value: '', label: none }, ...options] : options}
      onChange={onChange}
    />
  );
}
