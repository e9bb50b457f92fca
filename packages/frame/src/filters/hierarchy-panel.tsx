import type { Cell } from '@inlay/protocol/result';
import { Icon } from '@inlay/ui/controls/icon';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { valueText } from './filter-text.ts';
import { NoValues } from './no-values.tsx';
import type { PanelProps } from './panel-props.ts';
import { useValues } from './use-values.ts';

/** Each choice goes one level down; breadcrumbs lead back up. */
export function HierarchyPanel({ control, value, messages, load, onChange }: PanelProps<'hierarchy'>): VNode {
  const [path, setPath] = useState<readonly Cell[]>(Array.isArray(value) ? value : []);
  const deepest = path.length >= control.levels.length;
  // At the deepest level, the siblings of the choice are listed.
  const above = deepest ? path.slice(0, -1) : path;
  const { response, failed } = useValues(load, { path: above });
  const go = (next: readonly Cell[]) => {
    setPath(next);
    onChange(next.length === 0 ? null : next, next.length >= control.levels.length);
  };
  return (
    <div class="inlay-panel">
      <nav class="inlay-crumbs" aria-label={control.label}>
        <button type="button" onClick={() => go([])}>
          {messages.all}
        </button>
        {path.map((step, index) => (
          <button key={JSON.stringify(step)} type="button" onClick={() => go(path.slice(0, index + 1))}>
            {valueText(step, messages)}
          </button>
        ))}
      </nav>
      {failed || !response ? <NoValues failed={failed} messages={messages} /> : null}
      <div class="ui-choices">
        {response?.values.map(({ value: one, label }) => (
          <button
            key={JSON.stringify(one)}
            type="button"
            class="inlay-level"
            aria-pressed={deepest && path.at(-1) === one}
            onClick={() => go([...above, one])}
          >
            <span dir="auto">{label ?? valueText(one, messages)}</span>
            {above.length + 1 < control.levels.length ? <Icon name="next" /> : null}
          </button>
        ))}
      </div>
    </div>
  );
}
