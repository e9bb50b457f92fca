import { Field } from '@inlay/ui/field';
import type { ComponentChildren, VNode } from 'preact';
import type { ChoiceGroup } from './choices.ts';
import type { ViewerExample } from './viewer-example.ts';

interface SettingRowProps {
  readonly label: string;
  /** What holds while nothing is chosen. */
  readonly unset: string;
  /** What it is for, and what counts before it. */
  readonly hint: ComponentChildren;
  readonly groups: readonly ChoiceGroup[];
  readonly value: string | number | null;
  readonly problem: string | undefined;
  readonly onChange: (value: string | null) => void;
  readonly example: ViewerExample;
  /** What of the example this setting changes: what it shows, and the way a viewer sees it. */
  readonly shows: string;
  readonly children: ComponentChildren;
}

/** A setting, and beside it what a viewer sees of it, before it is saved. */
export function SettingRow(props: SettingRowProps): VNode {
  const { label, unset, hint, groups, value, problem, onChange, example, shows, children } = props;
  const text = value === null ? '' : String(value);
  const known = text === '' || groups.some(({ choices }) => choices.some(([key]) => key === text));
  return (
    <div class="setting">
      <Field label={label} hint={hint} error={problem}>
        <select
          class="ui-input ui-select"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        >
          <option value="">Not set: {unset}</option>
          {!known && <option value={text}>{text}</option>}
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
      </Field>
      <section class="example" aria-label={shows}>
        <p class="small muted">{shows}</p>
        <div class="example-shown" lang={example.language} dir={example.rightToLeft ? 'rtl' : 'ltr'}>
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
