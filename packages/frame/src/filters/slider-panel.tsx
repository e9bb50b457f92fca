import { Button } from '@inlay/ui/controls/button';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { isRange } from './filter-text.ts';
import { NoValues } from './no-values.tsx';
import type { PanelProps } from './panel-props.ts';
import { useValues } from './use-values.ts';

/** Two native sliders on one track, so that labels and keys work as usual. */
export function SliderPanel({ control, value, messages, lang, load, onChange }: PanelProps<'slider'>): VNode {
  const { response, failed } = useValues(load, {});
  const given = isRange(value) ? value : {};
  const [moved, setMoved] = useState<{ from?: number; to?: number }>({});
  if (!response && (control.min === undefined || control.max === undefined)) {
    return (
      <div class="inlay-panel">
        <NoValues failed={failed} messages={messages} />
      </div>
    );
  }
  const min = control.min ?? Number(response?.min ?? 0);
  const max = Math.max(min, control.max ?? Number(response?.max ?? 100));
  const from = moved.from ?? Number(given.from ?? min);
  const to = moved.to ?? Number(given.to ?? max);
  const step = control.step ?? 'any';
  const commit = () => onChange(from <= min && to >= max ? null : { from, to }, false);
  const text = (end: number) => end.toLocaleString(lang, { maximumSignificantDigits: 4 });
  const end = (label: string, now: number, move: (to: number) => void) => (
    <input
      type="range"
      aria-label={`${control.label}: ${label}`}
      aria-valuetext={text(now)}
      min={min}
      max={max}
      step={step}
      value={now}
      onInput={(event) => move(event.currentTarget.valueAsNumber)}
      onChange={commit}
    />
  );
  return (
    <div class="inlay-panel">
      <output class="inlay-range-text">
        {text(from)} – {text(to)}
      </output>
      <div class="ui-range">
        {end(messages.from, from, (next) => setMoved({ from: Math.min(next, to), to }))}
        {end(messages.to, to, (next) => setMoved({ from, to: Math.max(next, from) }))}
      </div>
      <div class="inlay-panel-foot">
        <Button variant="ghost" onClick={() => onChange(null, true)}>
          {messages.clear}
        </Button>
      </div>
    </div>
  );
}
