import type { ComponentChildren, VNode } from 'preact';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly kind?: 'main' | 'plain' | 'danger' | 'quiet';
  readonly type?: 'button' | 'submit';
  /** What it started is under way: it cannot be pressed again. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly wide?: boolean;
  /** Where a dialog without a form begins: the choice that loses nothing. */
  readonly first?: boolean;
  readonly onPress?: () => void;
}

export function Button({
  children,
  kind = 'plain',
  type = 'button',
  busy,
  disabled,
  wide,
  first,
  onPress,
}: ButtonProps): VNode {
  return (
    <button
      type={type}
      class={`button button-${kind}${wide ? ' button-wide' : ''}`}
      disabled={disabled || busy}
      aria-busy={busy}
      autofocus={first}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
