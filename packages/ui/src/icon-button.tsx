import type { VNode } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly pressed?: boolean;
  readonly opens?: 'menu' | 'dialog';
  readonly disabled?: boolean;
  readonly onPress: (button: HTMLButtonElement) => void;
}

/** A button that shows a picture and says a word. */
export function IconButton({ icon, label, pressed, opens, disabled, onPress }: IconButtonProps): VNode {
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
      onClick={(event) => onPress(event.currentTarget)}
    >
      <Icon name={icon} />
    </button>
  );
}
