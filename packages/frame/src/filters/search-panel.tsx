import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PanelProps } from './panel-props.ts';

export function SearchPanel({ control, value, words, onChange }: PanelProps<'search'>): VNode {
  const [text, setText] = useState(typeof value === 'string' ? value : '');
  return (
    <form
      class="inlay-panel inlay-panel-search"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim() === '' ? null : text.trim(), true);
      }}
    >
      <input
        class="ui-input"
        type="search"
        aria-label={control.label}
        placeholder={words.search}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="ui-button ui-main">
        {words.apply}
      </button>
    </form>
  );
}
