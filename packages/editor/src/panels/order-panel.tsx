import type { Sort } from '@inlay/protocol/query';
import { Checkbox } from '@inlay/ui/checkbox';
import { NumberField } from '@inlay/ui/number-field';
import { Section } from '@inlay/ui/section';
import { Select } from '@inlay/ui/select';
import type { VNode } from 'preact';
import { type Desk, labelOf } from '../desk.ts';
import { orNothing, patch, patchQuery } from '../model/patch.ts';
import { Entry } from '../parts/entry.tsx';

export function OrderPanel({ desk }: { readonly desk: Desk }): VNode {
  const { tile, dataset, words, change } = desk;
  const { query } = tile;
  const sort = query.sort ?? [];
  const dimensions = query.dimensions.map(({ column }) => column);
  const named = (names: readonly string[]) =>
    names.map((name) => ({ value: name, label: labelOf(dataset, name) }));
  const free = [...query.measures, ...dimensions].filter((name) => !sort.some(({ by }) => by === name));
  const put = (next: readonly Sort[]) => change(patchQuery(tile, { sort: orNothing(next) }));
  const { top } = query;
  const putTop = (next: typeof top) => change(patchQuery(tile, { top: next }), 'top');
  const canTop = dimensions.length > 0 && query.measures.length > 0;
  return (
    <Section
      title={words.order}
      count={sort.length + Number(query.limit !== undefined) + Number(top !== undefined)}
    >
      {sort.map((each, index) => (
        <Entry
          key={each.by}
          label={`${words.sortBy} ${labelOf(dataset, each.by)}`}
          removeLabel={words.remove}
          onRemove={() => put(sort.toSpliced(index, 1))}
        >
          <div class="te-pair">
            <Select
              hideLabel
              label={words.sortBy}
              options={named([each.by, ...free])}
              value={each.by}
              onChange={(by) => put(sort.with(index, { ...each, by }))}
            />
            <Select
              hideLabel
              label={words.order}
              options={[
                { value: 'desc', label: words.descending },
                { value: 'asc', label: words.ascending },
              ]}
              value={each.direction}
              onChange={(key) => put(sort.with(index, { ...each, direction: key as Sort['direction'] }))}
            />
          </div>
        </Entry>
      ))}
      {free.length > 0 && (
        <Select
          label={sort.length === 0 ? words.sortBy : words.addSort}
          options={[{ value: '', label: sort.length === 0 ? words.asItComes : '…' }, ...named(free)]}
          value=""
          onChange={(by) =>
            by !== '' && put([...sort, { by, direction: query.measures.includes(by) ? 'desc' : 'asc' }])
          }
        />
      )}
      <NumberField
        label={words.limit}
        value={query.limit}
        whole
        min={1}
        max={100_000}
        onChange={(limit) => change(patchQuery(tile, { limit }), 'limit')}
      />
      {canTop && (
        <Checkbox
          label={words.top}
          checked={top !== undefined}
          onChange={(checked) =>
            putTop(
              checked
                ? {
                    dimension: query.dimensions.find(({ grain }) => !grain)?.column ?? dimensions[0] ?? '',
                    by: query.measures[0] ?? '',
                    count: 10,
                    others: true,
                  }
                : undefined,
            )
          }
        />
      )}
      {top && (
        <div class="te-nested">
          <NumberField
            label={words.topCount}
            value={top.count}
            whole
            min={1}
            max={1000}
            onChange={(count) => putTop({ ...top, count: count ?? 1 })}
          />
          <div class="te-pair">
            <Select
              label={words.topOf}
              options={named(dimensions)}
              value={top.dimension}
              onChange={(dimension) => putTop({ ...top, dimension })}
            />
            <Select
              label={words.topBy}
              options={named(query.measures)}
              value={top.by}
              onChange={(by) => putTop({ ...top, by })}
            />
          </div>
          <Checkbox
            label={words.others}
            checked={top.others ?? false}
            onChange={(others) => putTop(patch(top, { others: others || undefined }))}
          />
        </div>
      )}
    </Section>
  );
}
