import { Button } from '@inlay/ui/controls/button';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ChoicePanel } from './choice-panel.tsx';
import { DatePanel } from './date-panel.tsx';
import { HierarchyPanel } from './hierarchy-panel.tsx';
import type { PanelProps } from './panel-props.ts';
import { SliderPanel } from './slider-panel.tsx';

export function FilterPanel(props: PanelProps): VNode {
  const { control } = props;
  switch (control.kind) {
    case 'dropdown':
    case 'multi-select':
      return <ChoicePanel {...props} control={control} />;
    case 'date-range':
      return <DatePanel {...props} control={control} />;
    case 'hierarchy':
      return <HierarchyPanel {...props} control={control} />;
    case 'slider':
      return <SliderPanel {...props} control={control} />;
    case 'search':
      return <SearchPanel {...props} control={control} />;
  }
}

function SearchPanel({ control, value, messages, onChange }: PanelProps<'search'>): VNode {
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
        placeholder={messages.search}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary">
        {messages.apply}
      </Button>
    </form>
  );
}
