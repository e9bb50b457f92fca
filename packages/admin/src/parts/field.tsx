import type { ComponentChildren, VNode } from 'preact';

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly optional?: boolean;
  /** What the server found wrong with it. */
  readonly problem?: string | undefined;
  readonly children: ComponentChildren;
}

/** A control with its name above it and what helps to fill it in below. */
export function Field({ label, hint, optional, problem, children }: FieldProps): VNode {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label class={problem ? 'field field-wrong' : 'field'}>
      <span class="field-label">
        {label}
        {optional && <span class="muted"> optional</span>}
      </span>
      {children}
      {problem && <span class="field-problem">{problem}</span>}
      {hint && <span class="field-hint">{hint}</span>}
    </label>
  );
}
