import type { TargetedMouseEvent, VNode } from 'preact';
import { Icon, type IconName } from './icon.tsx';
import { useDisabled } from './use-disabled.ts';

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** The keyboard shortcut that does the same, such as `Ctrl+Z`. */
  readonly keys?: string;
  readonly pressed?: boolean;
  readonly opens?: 'menu' | 'dialog';
  readonly disabled?: boolean;
  readonly class?: string;
  readonly onClick: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
}

/** A button that shows an icon; its label is read out and shown as a tooltip. */
export function IconButton(props: IconButtonProps): VNode {
  const { icon, label, keys, pressed, opens, disabled, onClick } = props;
  return (
    <button
      type="button"
      class={props.class ? `ui-icon-button ${props.class}` : 'ui-icon-button'}
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
      aria-pressed={pressed}
      aria-haspopup={opens}
      aria-expanded={opens && 'false'}
      {...useDisabled(disabled, onClick)}
    >
      <Icon name={icon} />
    </button>
  );
}
