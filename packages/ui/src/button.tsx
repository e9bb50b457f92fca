import type { ComponentChildren, TargetedMouseEvent, VNode } from 'preact';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly variant?: 'primary' | 'secondary' | 'danger' | 'ghost';
  readonly type?: 'button' | 'submit';
  /** The action it started is under way: it cannot be pressed again. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** As wide as its container. */
  readonly wide?: boolean;
  /** Receives the focus when a dialog without a form opens: the choice that loses nothing. */
  readonly autofocus?: boolean;
  readonly onClick?: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
}

export function Button({
  children,
  variant = 'secondary',
  type = 'button',
  busy,
  disabled,
  wide,
  autofocus,
  onClick,
}: ButtonProps): VNode {
  return (
    <button
      type={type}
      class={`ui-button ui-button-${variant}${wide ? ' ui-button-wide' : ''}`}
      disabled={disabled || busy}
      aria-busy={busy}
      autofocus={autofocus}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
