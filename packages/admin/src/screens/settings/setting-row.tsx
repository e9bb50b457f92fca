import { LabeledControl } from '@inlay/ui/field';
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
  const { id, name, label, unset, hint, groups, value, error, onChange, example, exampleTitle, children } =
    props;
  const known = value === '' || groups.some(({ choices }) => choices.some(([key]) => key === value));
  return (
    <div class="setting">
      <LabeledControl id={id} label={label} hint={hint} error={error}>
        {(control) => (
          <select
            {...control}
            name={name}
            class="ui-input ui-select"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            <option value="">{unset}</option>
            {!known && <option value={value}>{value}</option>}
            {groups.map(({ title, choices }) =>
              title === '' ? (
                <Options key={title} choices={choices} />
              ) : (
                <optgroup key={title} label={title}>
                  <Options choices={choices} />
                </optgroup>
              ),
            )}
          </select>
        )}
      </LabeledControl>
      <section class="ui-stack-tight example" aria-label={exampleTitle}>
        <p class="ui-small ui-muted">{exampleTitle}</p>
        <div class="example-value" lang={example.language} dir={example.rightToLeft ? 'rtl' : 'ltr'}>
          {children}
        </div>
      </section>
    </div>
  );
}

function Options({ choices }: Pick<ChoiceGroup, 'choices'>): VNode {
  return (
    <>
      {choices.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </>
  );
}
