import type { Sort } from '@inlay/protocol/query';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { NumberField } from '@inlay/ui/controls/number-field';
import { Select } from '@inlay/ui/controls/select';
import { Section } from '@inlay/ui/layout/section';
import type { VNode } from 'preact';
import { type EditorContext, labelOf } from '../editor-context.ts';
import { patch, patchQuery, undefinedIfEmpty } from '../model/patch.ts';
import { Entry } from '../parts/entry.tsx';

export function SortingPanel({ context }: { readonly context: EditorContext }): VNode {
  const { tile, dataset, messages, change } = context;
  const { query } = tile;
  const sort = query.sort ?? [];
  const dimensions = query.dimensions.map(({ column }) => column);
  const named = (names: readonly string[]) =>
    names.map((name) => ({ value: name, label: labelOf(dataset, name) }));
  const free = [...query.measures, ...dimensions].filter((name) => !sort.some(({ by }) => by === name));
  const put = (next: readonly Sort[]) => change(patchQuery(tile, { sort: undefinedIfEmpty(next) }));
  const { top } = query;
  const putTop = (next: typeof top) => change(patchQuery(tile, { top: next }), 'top');
  const canTop = dimensions.length > 0 && query.measures.length > 0;
  return (
    <Section
      title={messages.order}
      count={sort.length + Number(query.limit !== undefined) + Number(top !== undefined)}
    >
      {sort.map((each, index) => (
        <Entry
          key={each.by}
          label={`${messages.sortBy} ${labelOf(dataset, each.by)}`}
          removeLabel={messages.remove}
          onRemove={() => put(sort.toSpliced(index, 1))}
        >
          <div class="te-pair">
            <Select
              hideLabel
              label={messages.sortBy}
              options={named([each.by, ...free])}
              value={each.by}
              onChange={(by) => put(sort.with(index, { ...each, by }))}
            />
            <Select
              hideLabel
              label={messages.order}
              options={[
                { value: 'desc', label: messages.descending },
                { value: 'asc', label: messages.ascending },
              ]}
              value={each.direction}
              onChange={(key) => put(sort.with(index, { ...each, direction: key as Sort['direction'] }))}
            />
          </div>
        </Entry>
      ))}
      {free.length > 0 && (
        <Select
          label={sort.length === 0 ? messages.sortBy : messages.addSort}
          options={[{ value: '', label: sort.length === 0 ? messages.asItComes : '…' }, ...named(free)]}
          value=""
          onChange={(by) =>
            by !== '' && put([...sort, { by, direction: query.measures.includes(by) ? 'desc' : 'asc' }])
          }
        />
      )}
      <NumberField
        label={messages.limit}
        value={query.limit}
        whole
        min={1}
        max={100_000}
        onChange={(limit) => change(patchQuery(tile, { limit }), 'limit')}
      />
      {canTop && (
        <Checkbox
          label={messages.top}
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
            label={messages.topCount}
            value={top.count}
            whole
            min={1}
            max={1000}
            onChange={(count) => putTop({ ...top, count: count ?? 1 })}
          />
          <div class="te-pair">
            <Select
              label={messages.topOf}
              options={named(dimensions)}
              value={top.dimension}
              onChange={(dimension) => putTop({ ...top, dimension })}
            />
            <Select
              label={messages.topBy}
              options={named(query.measures)}
              value={top.by}
              onChange={(by) => putTop({ ...top, by })}
            />
          </div>
          <Checkbox
            label={messages.others}
            checked={top.others ?? false}
            onChange={(others) => putTop(patch(top, { others: others || undefined }))}
          />
        </div>
      )}
    </Section>
  );
}
