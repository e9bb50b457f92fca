import type { ComponentChildren, TargetedMouseEvent, VNode } from 'preact';
import { Icon, type IconName } from './icon.tsx';
import { useDisabled } from './use-disabled.ts';

interface ButtonProps {
  readonly children: ComponentChildren;
  /** Read out instead of the content. */
  readonly label?: string;
  readonly variant?: 'primary' | 'secondary' | 'danger' | 'ghost';
  readonly type?: 'button' | 'submit';
  readonly icon?: IconName;
  /** The action it started is under way: it cannot be pressed again. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  /** As wide as its container. */
  readonly wide?: boolean;
  /** Receives the focus when a dialog without a form opens: the choice that loses nothing. */
  readonly autofocus?: boolean;
  readonly onClick?: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
}

export function Button(props: ButtonProps): VNode {
  const { children, variant = 'secondary', type = 'button', icon, busy, disabled, pressed, wide } = props;
  return (
    <button
      type={type}
      class={`ui-button ui-button-${variant}${wide ? ' ui-button-wide' : ''}`}
      aria-label={props.label}
      aria-busy={busy}
      aria-pressed={pressed}
      autofocus={props.autofocus}
      {...useDisabled(disabled || busy, props.onClick)}
    >
      {icon && <Icon name={icon} />}
      {icon ? <span>{children}</span> : children}
    </button>
  );
}
