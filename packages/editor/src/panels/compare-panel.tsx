import type { QuerySpec } from '@inlay/protocol/query';
import type { VNode } from 'preact';
import { type Desk, labelOf } from '../desk.ts';
import { newFilter } from '../model/filter-operators.ts';
import { isComplete } from '../model/finish-tile.ts';
import { patchOptions, patchQuery } from '../model/patch.ts';
import { isTime } from '../model/shape-of.ts';
import { Section } from '../parts/section.tsx';
import { Select } from '../parts/select.tsx';
import { Tick } from '../parts/tick.tsx';

type Comparison = NonNullable<QuerySpec['comparison']>;

/** Against the period or the year before, which the filter on a date column says. */
export function ComparePanel({
  desk,
  onFilters,
}: {
  readonly desk: Desk;
  readonly onFilters: () => void;
}): VNode {
  const { tile, dataset, words, change } = desk;
  const { comparison, totals, filters = [] } = tile.query;
  const times = dataset.columns.filter(isTime);
  const usual =
    times.find(({ name }) => filters.some(({ column }) => column === name))?.name ?? times[0]?.name ?? '';
  const lacksPeriod =
    comparison && !filters.some((filter) => filter.column === comparison.column && isComplete(filter));
  const choose = (key: string) =>
    change(
      patchQuery(tile, {
        comparison:
          key === '' ? undefined : { column: comparison?.column ?? usual, with: key as Comparison['with'] },
      }),
    );
  const limitPeriod = () => {
    const column = comparison?.column ?? usual;
    change(patchQuery(tile, { filters: [...filters, newFilter(column, 'date')] }));
    onFilters();
  };
  return (
    <Section title={words.compare} count={Number(comparison !== undefined) + Number(totals ?? false)}>
      {times.length > 0 && (
        <Select
          label={words.compareWith}
          options={[
            { key: '', label: words.nothing },
            { key: 'previous-period', label: words['previous-period'] },
            { key: 'previous-year', label: words['previous-year'] },
          ]}
          chosen={comparison?.with ?? ''}
          onChoose={choose}
        />
      )}
      {comparison && times.length > 1 && (
        <Select
          label={words.compareAlong}
          options={times.map(({ name, label }) => ({ key: name, label }))}
          chosen={comparison.column}
          onChoose={(column) => change(patchQuery(tile, { comparison: { ...comparison, column } }))}
        />
      )}
      {lacksPeriod && (
        <div class="te-warning">
          <p>{words.compareNeeds({ field: labelOf(dataset, comparison.column) })}</p>
          <button type="button" class="ui-button" onClick={limitPeriod}>
            {words.narrow({ field: labelOf(dataset, comparison.column) })}
          </button>
        </div>
      )}
      <Tick
        label={words.totals}
        checked={totals ?? false}
        onChange={(checked) => change(patchQuery(tile, { totals: checked || undefined }))}
      />
      <Select
        label={words.goodDirection}
        options={[
          { key: '', label: words.automatic },
          { key: 'up', label: words.up },
          { key: 'down', label: words.down },
        ]}
        chosen={tile.options?.goodDirection ?? ''}
        onChoose={(key) =>
          change(patchOptions(tile, { goodDirection: (key || undefined) as 'up' | 'down' | undefined }))
        }
      />
    </Section>
  );
}
