import type { ThemeProblem } from '@inlay/charts/theme/theme-problems';
import { IconButton } from '@inlay/ui/icon-button';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

interface ColourFieldProps {
  readonly name: string;
  readonly colour: string;
  /** Whether it is the theme's own, not the default. */
  readonly own: boolean;
  readonly problem: ThemeProblem | undefined;
  /** With nothing: back to the default. */
  readonly onChange: (colour?: string) => void;
}

/** A colour by eye and by number; where it cannot be read, why, and one that can. */
export function ColourField({ name, colour, own, problem, onChange }: ColourFieldProps): VNode {
  const id = useId();
  const better = problem?.better;
  return (
    <li class={problem ? 'colour ui-field-invalid' : 'colour'}>
      <input
        type="color"
        aria-label={`${name}, by eye`}
        value={sixDigits(colour)}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <label for={id}>{name}</label>
      <input
        id={id}
        class="ui-input ui-mono"
        spellcheck={false}
        maxLength={7}
        value={colour}
        onChange={(event) => {
          const typed = asHex(event.currentTarget.value);
          if (typed) onChange(typed);
          else event.currentTarget.value = colour;
        }}
      />
      {own ? (
        <IconButton icon="undo" label={`${name}: back to the default`} onClick={() => onChange()} />
      ) : (
        <span />
      )}
      {problem && (
        <p class="ui-field-error">
          It {problem.problem}.{' '}
          {better && (
            <button type="button" class="link-button" onClick={() => onChange(better)}>
              Use {better}
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

/** The browser's own picker knows no short form. */
const sixDigits = (colour: string) => colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
