import { USUAL_PRESETS } from '@inlay/protocol/usual-presets';
import { Button } from '@inlay/ui/controls/button';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { isRange } from './filter-text.ts';
import type { PanelProps } from './panel-props.ts';

/** Named periods first, since most people want one of them; two dates for the rest. */
export function DatePanel({ control, value, messages, onChange }: PanelProps<'date-range'>): VNode {
  const range = isRange(value) ? value : {};
  const [from, setFrom] = useState(`${range.from ?? ''}`);
  const [to, setTo] = useState(`${range.to ?? ''}`);
  const presets = control.presets ?? USUAL_PRESETS;
  const ready = from !== '' && to !== '' && from <= to;
  return (
    <div class="inlay-panel inlay-panel-dates">
      <div class="inlay-presets">
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            class="inlay-preset"
            aria-pressed={value === preset || (preset === 'all' && (value ?? null) === null)}
            onClick={() => onChange(preset === 'all' ? null : preset, true)}
          >
            {messages.presets[preset]}
          </button>
        ))}
      </div>
      <form
        class="inlay-between"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) onChange({ from, to }, true);
        }}
      >
        <label>
          {messages.from}
          <input
            class="ui-input"
            type="date"
            value={from}
            max={to}
            onInput={(event) => setFrom(event.currentTarget.value)}
          />
        </label>
        <label>
          {messages.to}
          <input
            class="ui-input"
            type="date"
            value={to}
            min={from}
            onInput={(event) => setTo(event.currentTarget.value)}
          />
        </label>
        <Button type="submit" variant="primary" disabled={!ready}>
          {messages.apply}
        </Button>
      </form>
    </div>
  );
}
