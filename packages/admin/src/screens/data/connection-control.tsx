import type { ConnectionField } from '@inlay/protocol/connection';
import { Field } from '@inlay/ui/field';
import type { VNode } from 'preact';
import { holdsTemplate } from './connection-draft.ts';

interface ConnectionControlProps {
  readonly field: ConnectionField;
  readonly value: string;
  /** A secret is saved, and is kept while the control is empty. */
  readonly isSaved: boolean;
  readonly problem: string | undefined;
  readonly onInput: (value: string) => void;
}

/** One field of a connection, as the server describes it. */
export function ConnectionControl(props: ConnectionControlProps): VNode {
  const { field, isSaved, problem } = props;
  const hint = isSaved ? 'One is saved and never shown. Leave this empty to keep it.' : field.help;
  const control = (
    <Field
      label={field.label}
      optional={!field.required && field.default === null}
      hint={hint}
      error={problem}
    >
      <Control {...props} />
    </Field>
  );
  // A required control that is folded away would keep the form from being sent without saying so.
  if (field.type !== 'multiline' || field.required) return control;
  return (
    <details open={props.value !== '' || problem !== undefined}>
      <summary>{field.label}</summary>
      {control}
    </details>
  );
}

function Control({ field, value, isSaved, onInput }: ConnectionControlProps): VNode {
  const placeholder = field.placeholder ?? '';
  switch (field.type) {
    case 'choice':
      return (
        <select
          class="ui-input ui-select"
          value={value}
          onChange={(event) => onInput(event.currentTarget.value)}
        >
          {field.choices?.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      );
    case 'multiline':
      return (
        <textarea
          class="ui-input"
          spellcheck={false}
          placeholder={placeholder}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      );
    case 'integer':
      return (
        <input
          class="ui-input figures"
          type="number"
          required={field.required}
          {...(field.minimum === null ? {} : { min: field.minimum })}
          {...(field.maximum === null ? {} : { max: field.maximum })}
          placeholder={placeholder}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      );
    case 'secret':
      return (
        <input
          class="ui-input ui-mono"
          // A template is no secret itself, and is easier to get right when it can be read.
          {...(holdsTemplate(value) ? ({ type: 'text' } as const) : ({ type: 'password' } as const))}
          autocomplete="new-password"
          required={field.required && !isSaved}
          placeholder={isSaved ? '••••••••' : placeholder}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      );
    case 'text':
      return (
        <input
          class="ui-input ui-mono"
          autocomplete="off"
          spellcheck={false}
          required={field.required}
          placeholder={placeholder}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      );
  }
}
