import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  /** Called when typing pauses. */
  readonly onSearch: (text: string) => void;
}

export function SearchBox({ label, value, onSearch }: SearchBoxProps): VNode {
  const box = useRef<HTMLInputElement>(null);
  const search = useRef(onSearch);
  search.current = onSearch;
  const [text, setText] = useState(value);
  // A link may change the search, but not the text being typed.
  useEffect(() => {
    if (document.activeElement !== box.current) setText(value);
  }, [value]);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => search.current(text), 250);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <div class="ui-search">
      <Icon name="search" />
      <input
        ref={box}
        class="ui-input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </div>
  );
}
