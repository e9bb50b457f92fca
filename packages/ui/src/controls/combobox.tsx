import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { matchesSearch } from '../matches-search.ts';
import { placeBeside } from '../overlays/open-popover.tsx';
import { useUiTexts } from '../ui-texts.ts';
import { type FieldProps, LabeledControl } from './field.tsx';
import type { SelectOption } from './select.tsx';

interface ComboboxProps<V extends string> extends FieldProps {
  readonly value: string;
  /** Undefined while they are loaded, which the field then says. */
  readonly options: readonly SelectOption<V>[] | undefined;
  readonly onChange: (value: V) => void;
  /** Takes typed text that is not an option. */
  readonly onOther?: (text: string) => void;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

/** A select for many options: typing narrows them. Arrow keys move, Enter chooses, Escape keeps what was chosen. */
export function Combobox<V extends string>(props: ComboboxProps<V>): VNode {
  const { value, options = [], onChange, onOther, placeholder, required, disabled } = props;
  const texts = useUiTexts();
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** Narrows the list; absent until something is typed. */
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(0);
  const isLoading = props.options === undefined;
  const unnamed = isLoading && !onOther ? texts.loading : value;
  /** Without an own value, Enter chooses the first option. */
  const none = onOther ? -1 : 0;
  const found = options.filter((option) => matchesSearch(fullText(option), typed ?? ''));
  const chosen = options.find((option) => option.value === value);
  const isShown = isOpen && (found.length > 0 || !onOther || isLoading);
  const groups = [...new Set(found.map(({ group }) => group))];
  const open = (text?: string) => {
    setOpen(true);
    setTyped(text);
    setAt(text === undefined && chosen ? options.indexOf(chosen) : none);
    if (text === undefined) input.current?.select();
  };
  const type = (text: string) => {
    open(text);
    const named = options.find((option) => fullText(option) === text);
    if (onOther && named) onChange(named.value);
    else onOther?.(text);
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
  const item = (option: SelectOption<V>, index: number) => (
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
  );
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
            aria-expanded={isShown}
            aria-controls={list}
            aria-activedescendant={isOpen && found[at] ? `${list}-${at}` : undefined}
            placeholder={placeholder}
            required={required}
            disabled={disabled || (isLoading && !onOther)}
            aria-busy={isLoading}
            value={typed ?? (chosen ? fullText(chosen) : unnamed)}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onClick={() => !isOpen && open()}
            onInput={(event) => type(event.currentTarget.value)}
            onKeyDown={press}
            onBlur={close}
          />
          {isShown && (
            <div
              ref={popover}
              id={list}
              class="ui-popover ui-menu"
              popover="manual"
              role="listbox"
              aria-label={props.label}
            >
              {groups.map((group) => {
                const items = found.map((option, index) => option.group === group && item(option, index));
                if (group === undefined) return items;
                return (
                  // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
                  <div key={group} role="group" aria-label={group}>
                    <div class="ui-menu-heading" aria-hidden="true">
                      {group}
                    </div>
                    {items}
                  </div>
                );
              })}
              {found.length === 0 && (
                <p class="ui-menu-item">{isLoading ? texts.loading : texts.nothingFound}</p>
              )}
            </div>
          )}
        </>
      )}
    </LabeledControl>
  );
}

const fullText = ({ label, fullLabel = label }: SelectOption): string => fullLabel;
