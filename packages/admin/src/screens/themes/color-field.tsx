import { IconButton } from '@inlay/ui/controls/icon-button';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { useMessages } from '../../messages.ts';

interface ColorFieldProps {
  readonly name: string;
  readonly color: string;
  /** Whether the theme sets it. */
  readonly isOwn: boolean;
  readonly error: string | undefined;
  /** A similar color that is readable. */
  readonly better: string | undefined;
  /** What is wrong with a color that can still be used. */
  readonly warning?: string | undefined;
  /** Without a color: resets it to the default. */
  readonly onChange: (color?: string) => void;
}

/** A color by picker and by value, with a readable one to choose instead if it is not. */
export function ColorField({ name, color, isOwn, error, better, warning, onChange }: ColorFieldProps): VNode {
  const t = useMessages('tenant').themes.edit;
  const id = useId();
  return (
    <li class={error ? 'color ui-field-invalid' : 'color'}>
      <input
        type="color"
        aria-label={t.picker({ color: name })}
        value={sixDigits(color)}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <label for={id}>{name}</label>
      <input
        id={id}
        class="ui-input ui-mono"
        spellcheck={false}
        maxLength={7}
        value={color}
        onChange={(event) => {
          const typed = asHex(event.currentTarget.value);
          if (typed) onChange(typed);
          else event.currentTarget.value = color;
        }}
      />
      {isOwn ? (
        <IconButton icon="undo" label={t.reset({ color: name })} onClick={() => onChange()} />
      ) : (
        <span />
      )}
      {warning && !error && <p class="color-warning ui-small">{warning}</p>}
      {error && (
        <p class="ui-field-error">
          {error}{' '}
          {better && (
            <button type="button" class="link-button" onClick={() => onChange(better)}>
              {t.use({ color: better })}
            </button>
          )}
        </p>
      )}
    </li>
  );
}

function asHex(typed: string): string | undefined {
  const [, digits] = /^\s*#?((?:[0-9a-f]{3}){1,2})\s*$/i.exec(typed) ?? [];
  return digits && `#${digits.toLowerCase()}`;
}

/** The browser's picker does not accept the short form. */
const sixDigits = (color: string) => color.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
