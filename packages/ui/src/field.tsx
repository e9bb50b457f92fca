import type { ComponentChildren, VNode } from 'preact';
import { useUiTexts } from './ui-texts.ts';

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly optional?: boolean;
  readonly error?: string | undefined;
  readonly children: ComponentChildren;
}

/** A control with its label above it, and its error and a hint below. */
export function Field({ label, hint, optional, error, children }: FieldProps): VNode {
  const texts = useUiTexts();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label class={error ? 'ui-field ui-field-invalid' : 'ui-field'}>
      <span class="ui-field-label">
        {label}
        {optional && <small> {texts.optional}</small>}
      </span>
      {children}
      {error && <span class="ui-field-error">{error}</span>}
      {hint && <span class="ui-field-hint">{hint}</span>}
    </label>
  );
}
