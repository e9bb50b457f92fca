import type { VNode } from 'preact';
import { Glyph, type GlyphName } from './glyph.tsx';

interface ToolButtonProps {
  readonly glyph: GlyphName;
  readonly label: string;
  /** Also said in words beside the picture. */
  readonly wide?: boolean;
  readonly main?: boolean;
  /** Not where the screen is narrow. */
  readonly wideOnly?: boolean;
  readonly keys?: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly opens?: 'menu' | 'dialog';
  readonly onPress: (button: HTMLButtonElement) => void;
}

/** A button of a toolbar: a picture, and in words what it does and which keys do the same. */
export function ToolButton(props: ToolButtonProps): VNode {
  const { glyph, label, wide, main, wideOnly, keys, pressed, disabled, opens, onPress } = props;
  const look = wide ? `ui-button bld-wide${main ? ' ui-button-primary' : ''}` : 'ui-icon-button';
  return (
    <button
      type="button"
      class={look}
      aria-label={wide ? undefined : label}
      title={keys ? `${label} (${keys})` : wide ? undefined : label}
      aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
      data-wide-only={wideOnly ? '' : undefined}
      aria-pressed={pressed}
      aria-haspopup={opens}
      aria-expanded={opens && 'false'}
      disabled={disabled}
      onClick={(event) => onPress(event.currentTarget)}
    >
      <Glyph name={glyph} />
      {wide ? <span>{label}</span> : null}
    </button>
  );
}
