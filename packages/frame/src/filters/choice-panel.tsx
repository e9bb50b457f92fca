import type { Cell } from '@inlay/protocol/result';
import { Button } from '@inlay/ui/controls/button';
import { ChoiceList } from '@inlay/ui/controls/choice-list';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { valueText } from './filter-text.ts';
import { NoValues } from './no-values.tsx';
import type { PanelProps } from './panel-props.ts';
import { useValues } from './use-values.ts';

/** From this many values on, a search box is shown. */
const SEARCH_FROM = 8;
const ALL = 'all';

export function ChoicePanel({
  control,
  value,
  messages,
  load,
  onChange,
}: PanelProps<'dropdown' | 'multi-select'>): VNode {
  const [search, setSearch] = useState('');
  const many = control.kind === 'multi-select';
  const [chosen, setChosen] = useState<readonly Cell[]>(toList(value as Cell | readonly Cell[] | undefined));
  const { response, failed } = useValues(load, search ? { search } : {});
  const offered = response?.values ?? [];
  // Selected values stay visible unless the viewer searches.
  const missing = search ? [] : chosen.filter((one) => !offered.some((each) => each.value === one));
  const values = [...missing.map((one) => ({ value: one, label: valueText(one, messages) })), ...offered];
  const choices = values.map(({ value: one, label }) => ({
    key: JSON.stringify(one),
    label: label ?? valueText(one, messages),
    chosen: chosen.includes(one),
  }));

  const choose = (key: string, on: boolean) => {
    if (key === ALL) return onChange(null, true);
    const one = JSON.parse(key) as Cell;
    // The missing value alone would clear the filter.
    if (!many) return onChange(one === null ? [one] : one, true);
    const next = on ? [...chosen, one] : chosen.filter((each) => each !== one);
    setChosen(next);
    onChange(next, false);
  };

  const all = { key: ALL, label: messages.all, chosen: chosen.length === 0 };
  return (
    <div class="inlay-panel">
      {search !== '' || response?.truncated || values.length >= SEARCH_FROM ? (
        <input
          class="ui-input"
          type="search"
          placeholder={messages.search}
          aria-label={`${messages.search}: ${control.label}`}
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      {failed || !response ? <NoValues failed={failed} messages={messages} /> : null}
      {response ? (
        <ChoiceList
          label={control.label}
          many={many}
          choices={many || search ? choices : [all, ...choices]}
          onChoose={choose}
        />
      ) : null}
      {response && values.length === 0 ? <p class="inlay-panel-note">{messages.noMatches}</p> : null}
      {response?.truncated ? <p class="inlay-panel-note">{messages.typeForMore}</p> : null}
      {many && chosen.length > 0 ? (
        <div class="inlay-panel-foot">
          <Button variant="ghost" onClick={() => onChange(null, true)}>
            {messages.clear}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

const toList = (value: Cell | readonly Cell[] | undefined): readonly Cell[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value as Cell];
