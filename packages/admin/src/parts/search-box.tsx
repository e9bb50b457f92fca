import { Icon } from '@inlay/ui/icon';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { query, setQuery } from '../router.ts';

/** Searches when typing pauses; the search text is part of the URL. */
export function SearchBox({ label, name = 'q' }: { readonly label: string; readonly name?: string }): VNode {
  const box = useRef<HTMLInputElement>(null);
  const asked = query.value.get(name) ?? '';
  const [text, setText] = useState(asked);
  // A link may change the search, but not the text being typed.
  useEffect(() => {
    if (document.activeElement !== box.current) setText(asked);
  }, [asked]);
  useEffect(() => {
    if (text === (query.value.get(name) ?? '')) return undefined;
    const timer = setTimeout(() => setQuery({ [name]: text, page: '' }), 250);
    return () => clearTimeout(timer);
  }, [text, name]);
  return (
    <div class="search">
      <Icon name="search" />
      <input
        ref={box}
        class="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </div>
  );
}
