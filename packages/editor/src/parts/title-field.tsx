import '../fields.css';
import { openMenu } from '@inlay/ui/overlays/menu';
import type { VNode } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { EditorTexts } from '../editor-texts.ts';
import type { TitleVariable } from '../model/title-variables.ts';

interface TitleFieldProps {
  readonly label: string;
  readonly value: string;
  readonly messages: EditorTexts;
  readonly variables: readonly TitleVariable[];
  /** `variable`: the one that this change inserted. */
  readonly onChange: (value: string, variable?: TitleVariable) => void;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly lines?: number;
}

/** A title or description, with a menu to insert values of the chart. */
export function TitleField(props: TitleFieldProps): VNode {
  const { label, value, messages, variables, onChange, hint, placeholder, lines } = props;
  const id = useId();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const insert = (variable: TitleVariable) => {
    const input = field.current;
    const at = input?.selectionStart ?? value.length;
    const before = value.slice(0, at);
    const gap = before === '' || before.endsWith(' ') ? '' : ' ';
    const next = `${before}${gap}${variable.placeholder}`;
    onChange(next + value.slice(input?.selectionEnd ?? at), variable);
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(next.length, next.length);
    });
  };
  const shared = {
    id,
    ref: field,
    class: 'ui-input',
    dir: 'auto' as const,
    value,
    placeholder,
    'aria-describedby': hint ? `${id}-hint` : undefined,
    onInput: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onChange(event.currentTarget.value),
  };
  return (
    <div class="ui-field">
      <div class="te-title-head">
        <label class="ui-field-label" for={id}>
          {label}
        </label>
        {variables.length > 0 && (
          <button
            type="button"
            class="te-link"
            aria-haspopup="menu"
            aria-label={`${messages.insertValue}: ${label}`}
            onClick={(event) =>
              openMenu(
                event.currentTarget,
                messages.insertValue,
                variables.map((variable) => ({
                  label: variable.row ? `${variable.label} · ${messages.rows[variable.row]}` : variable.label,
                  onChoose: () => insert(variable),
                })),
              )
            }
          >
            {messages.insertValue}
          </button>
        )}
      </div>
      {lines ? (
        <textarea {...shared} rows={lines} maxLength={2000} />
      ) : (
        <input {...shared} maxLength={256} autocomplete="off" />
      )}
      {hint && (
        <span class="ui-field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
