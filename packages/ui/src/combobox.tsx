import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type FieldProps, LabeledControl } from './field.tsx';
import { matchesSearch } from './matches-search.ts';
import { placeBeside } from './open-popover.tsx';
import type { SelectOption } from './select.tsx';

interface ComboboxProps<V extends string> extends FieldProps {
  readonly value: string;
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
  /** Shown instead of the list if no option matches the text. */
  readonly nothingFound: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

/** A select for many options: typing narrows them. Arrow keys move, Enter chooses, Escape keeps what was chosen. */
export function Combobox<V extends string>(props: ComboboxProps<V>): VNode {
  const { value, options, onChange, nothingFound, placeholder, required, disabled } = props;
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** Narrows the list; absent until something is typed. */
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(0);
  const found = options.filter(({ label }) => matchesSearch(label, typed ?? ''));
  const chosen = options.find((option) => option.value === value);
  const open = (text?: string) => {
    setOpen(true);
    setTyped(text);
    setAt(
      text === undefined
        ? Math.max(
            0,
            options.findIndex((option) => option.value === value),
          )
        : 0,
    );
    if (text === undefined) input.current?.select();
  };
  const close = () => {
    setOpen(false);
    setTyped(undefined);
  };
  const choose = (option: SelectOption<V> | undefined) => {
    close();
    if (option && option.value !== value) onChange(option.value);
  };
  useEffect(() => {
    const box = popover.current;
    if (!isOpen || !box || !input.current) return;
    box.showPopover();
    box.style.width = `${input.current.offsetWidth}px`;
    placeBeside(box, input.current);
  }, [isOpen, found.length]);
  useEffect(() => {
    if (isOpen) popover.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, at]);
  const press = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      if (isOpen) setAt((to + found.length) % Math.max(1, found.length));
      else open();
    } else if (isOpen && (event.key === 'Enter' || event.key === 'Escape')) {
      // Neither sends the form nor closes the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      choose(event.key === 'Enter' ? found[at] : undefined);
    }
  };
  return (
    <LabeledControl {...props}>
      {(control) => (
        <>
          <input
            {...control}
            ref={input}
            class="ui-input ui-combobox"
            type="text"
            role="combobox"
            autocomplete="off"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={list}
            aria-activedescendant={isOpen && found[at] ? `${list}-${at}` : undefined}
            placeholder={placeholder}
            required={required}
            disabled={disabled}
            value={typed ?? chosen?.label ?? value}
            onClick={() => !isOpen && open()}
            onInput={(event) => open(event.currentTarget.value)}
            onKeyDown={press}
            onBlur={close}
          />
          {isOpen && (
            <div
              ref={popover}
              id={list}
              class="ui-popover ui-menu"
              popover="manual"
              role="listbox"
              aria-label={props.label}
            >
              {found.map((option, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input hears the keys
                <div
                  key={option.value}
                  id={`${list}-${index}`}
                  class="ui-menu-item"
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  // The focus stays in the input.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                >
                  {option.label}
                </div>
              ))}
              {found.length === 0 && <p class="ui-menu-item">{nothingFound}</p>}
            </div>
          )}
        </>
      )}
    </LabeledControl>
  );
}
