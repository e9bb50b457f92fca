import type { ComponentChildren, VNode } from 'preact';

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly optional?: boolean;
  readonly children: ComponentChildren;
}

/** A control with its name above it and what helps to fill it in below. */
export function Field({ label, hint, optional, children }: FieldProps): VNode {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label class="field">
      <span class="field-label">
        {label}
        {optional && <span class="muted"> optional</span>}
      </span>
      {children}
      {hint && <span class="field-hint">{hint}</span>}
    </label>
  );
}
