import type { TargetedMouseEvent, VNode } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly pressed?: boolean;
  readonly opens?: 'menu' | 'dialog';
  readonly disabled?: boolean;
  readonly onClick: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
}

/** A button that shows an icon; its label is read out and shown as a tooltip. */
export function IconButton({ icon, label, pressed, opens, disabled, onClick }: IconButtonProps): VNode {
  return (
    <button
      type="button"
      class="ui-icon-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      aria-pressed={pressed}
      aria-haspopup={opens}
      aria-expanded={opens && 'false'}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
