import type { Cell } from '@inlay/protocol/result';
import { Icon } from '@inlay/ui/icon';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { NoValues } from './no-values.tsx';
import type { PanelProps } from './panel-props.ts';
import { useValues } from './use-values.ts';

/** Goes down a level with each choice; the way back up stands on top. */
export function HierarchyPanel({ control, value, words, ask, onChange }: PanelProps<'hierarchy'>): VNode {
  const [path, setPath] = useState<readonly Cell[]>(Array.isArray(value) ? value : []);
  const deepest = path.length >= control.levels.length;
  // At the bottom the brothers and sisters of what is chosen are offered.
  const above = deepest ? path.slice(0, -1) : path;
  const { answer, failed } = useValues(ask, { path: above });
  const go = (next: readonly Cell[]) => {
    setPath(next);
    onChange(next.length === 0 ? null : next, next.length >= control.levels.length);
  };
  return (
    <div class="inlay-panel">
      <nav class="inlay-crumbs" aria-label={control.label}>
        <button type="button" onClick={() => go([])}>
          {words.all}
        </button>
        {path.map((step, index) => (
          <button key={`${step}`} type="button" onClick={() => go(path.slice(0, index + 1))}>
            {`${step}`}
          </button>
        ))}
      </nav>
      {failed || !answer ? <NoValues failed={failed} words={words} /> : null}
      <div class="ui-choices">
        {answer?.values.map(({ value: one, label }) => (
          <button
            key={`${one}`}
            type="button"
            class="inlay-level"
            aria-pressed={deepest && path.at(-1) === one}
            onClick={() => go([...above, one])}
          >
            <span dir="auto">{label ?? `${one}`}</span>
            {above.length + 1 < control.levels.length ? <Icon name="next" /> : null}
          </button>
        ))}
      </div>
    </div>
  );
}
