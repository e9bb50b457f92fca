import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';

export interface LabeledProps {
  readonly id?: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly optional?: boolean;
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** A label above a control, its error and hint below, which screen readers read out with it. */
export function Labeled({
  id: known,
  label,
  hint,
  error,
  optional,
  children,
}: LabeledProps & { readonly children: (props: ControlProps) => ComponentChildren }): VNode {
  const made = useId();
  const id = known ?? made;
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div class={error ? 'field field-wrong' : 'field'}>
      <label class="field-label" for={id}>
        {label}
        {optional && <span class="muted"> optional</span>}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {error && (
        <span class="field-problem" id={`${id}-error`}>
          {error}
        </span>
      )}
      {hint && (
        <span class="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
