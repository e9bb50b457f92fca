import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

interface TabsProps<K extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly key: K; readonly title: string }[];
  readonly value: K;
  readonly onChange: (key: K) => void;
}

/** One of several views of the same thing; arrows move between them. */
export function Tabs<K extends string>({ label, tabs, value, onChange }: TabsProps<K>): VNode {
  const id = useId();
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(({ key }) => key === value);
    const next = tabs.at((at + step) % tabs.length);
    if (!next) return;
    onChange(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  };
  return (
    <div class="ui-tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ key, title }) => (
        <button
          key={key}
          id={`${id}-${key}`}
          type="button"
          role="tab"
          class="ui-tab"
          aria-selected={key === value}
          tabIndex={key === value ? 0 : -1}
          onClick={() => onChange(key)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
