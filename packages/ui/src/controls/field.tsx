import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';
import { useUiTexts } from '../ui-texts.ts';

export interface FieldProps {
  readonly id?: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly optional?: boolean;
  readonly error?: string | undefined;
  /** The label is for screen readers only, where the place makes it clear to everybody else. */
  readonly hideLabel?: boolean;
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

export const OptionalMark = (): VNode => <small> {useUiTexts().optional}</small>;

/** A label above a control, its error and hint below, which screen readers read out with it. */
export function LabeledControl({
  id: known,
  label,
  hint,
  optional,
  error,
  hideLabel,
  children,
}: FieldProps & { readonly children: (props: ControlProps) => ComponentChildren }): VNode {
  const made = useId();
  const id = known ?? made;
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div class={error ? 'ui-field ui-field-invalid' : 'ui-field'}>
      <label class={hideLabel ? 'ui-visually-hidden' : 'ui-field-label'} for={id}>
        {label}
        {optional && <OptionalMark />}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {error && (
        <span class="ui-field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
      {hint && (
        <span class="ui-field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** A control of the caller's with its label above it, and its error and a hint below. */
export function Field({
  label,
  hint,
  optional,
  error,
  children,
}: FieldProps & { readonly children: ComponentChildren }): VNode {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label class={error ? 'ui-field ui-field-invalid' : 'ui-field'}>
      <span class="ui-field-label">
        {label}
        {optional && <OptionalMark />}
      </span>
      {children}
      {error && <span class="ui-field-error">{error}</span>}
      {hint && <span class="ui-field-hint">{hint}</span>}
    </label>
  );
}
