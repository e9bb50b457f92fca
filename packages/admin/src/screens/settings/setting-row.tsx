import { Combobox } from '@inlay/ui/controls/combobox';
import type { FieldProps } from '@inlay/ui/form/use-form';
import type { ComponentChildren, VNode } from 'preact';
import type { ChoiceGroup } from './choices.ts';
import type { ViewerExample } from './viewer-example.ts';

interface SettingRowProps extends FieldProps<string> {
  /** The text of the option for the default. */
  readonly unset: string;
  readonly hint: ComponentChildren;
  readonly groups: readonly ChoiceGroup[];
  readonly example: ViewerExample;
  /** Names the example. */
  readonly exampleTitle: string;
  readonly children: ComponentChildren;
}

/** A setting, and an example of what viewers see with it. */
export function SettingRow(props: SettingRowProps): VNode {
  const { id, label, unset, hint, groups, value, error, onChange, example, exampleTitle, children } = props;
  return (
    <div class="setting">
      <Combobox
        id={id}
        label={label}
        hint={hint}
        error={error}
        value={value}
        options={[
          { value: '', label: unset },
          ...groups.flatMap(({ title, choices }) =>
            choices.map(([key, text]) => ({ value: key, label: text, ...(title && { group: title }) })),
          ),
        ]}
        onChange={onChange}
      />
      <section class="ui-stack-tight example" aria-label={exampleTitle}>
        <p class="ui-small ui-muted">{exampleTitle}</p>
        <div class="example-value" lang={example.language} dir={example.rightToLeft ? 'rtl' : 'ltr'}>
          {children}
        </div>
      </section>
    </div>
  );
}
