import type { ColumnAccess } from '@inlay/protocol/dataset';
import type { VisibilityRule } from '@inlay/protocol/rule';
import { newCondition } from '@inlay/ui/conditions/condition';
import { ConditionEditor } from '@inlay/ui/conditions/condition-editor';
import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { NumberField } from '@inlay/ui/controls/number-field';
import { Select } from '@inlay/ui/controls/select';
import type { VNode } from 'preact';
import { useMessages } from '../../../../messages.ts';
import { UnknownAttributes } from '../../../../parts/form/unknown-attributes.tsx';
import { isNumeric } from '../is-numeric.ts';
import type { ColumnFieldsProps } from './column-fields-props.ts';

type Entry = ColumnAccess[number];
type Show = Entry['show'];

/** Who sees the values of a column, and what everyone else sees instead. */
export function ColumnAccessFields({ form, column, at }: ColumnFieldsProps): VNode {
  const { columnAccess: t } = useMessages('data');
  const conditions = useMessages('conditions');
  const { access } = column;
  const set = (next: ColumnAccess | undefined) => {
    const { access: _, ...open } = column;
    const changed = next ? { ...open, access: next } : open;
    form.set({ columns: form.values.columns.with(at, changed) });
  };
  const shows: readonly Show[] = [
    'value',
    'null',
    'hash',
    ...(column.type === 'string' ? (['last-four'] as const) : []),
    ...(isNumeric(column) ? (['range'] as const) : []),
  ];
  const newRule = () => newCondition() as VisibilityRule;
  return (
    <fieldset class="plain-group">
      <Select
        label={t.title}
        hint={access && t.orderHint}
        value={access ? 'some' : 'all'}
        options={[
          { value: 'all', label: t.everyone },
          { value: 'some', label: t.depends },
        ]}
        onChange={(choice) => set(choice === 'all' ? undefined : [{ when: newRule(), show: 'value' }])}
      />
      {access?.map((entry, index) => {
        const path = `/columns/${at}/access/${index}`;
        const replace = (next: Entry) => set(access.with(index, next));
        return (
          <fieldset key={index} class="rule" aria-label={t.entry({ place: index + 1 })}>
            <div class="rule-head">
              <div class="ui-three">
                <Select
                  label={t.viewers}
                  value={entry.when ? 'matching' : 'others'}
                  options={[
                    { value: 'matching', label: t.matching },
                    { value: 'others', label: t.allOthers },
                  ]}
                  onChange={(who) => replace(withRule(entry, who === 'matching' ? newRule() : undefined))}
                />
                <Select
                  label={t.show}
                  value={entry.show}
                  options={[...new Set([...shows, entry.show])].map((value) => ({
                    value,
                    label: t.shows[value],
                  }))}
                  onChange={(show) => replace(withShow(entry, show))}
                />
                {entry.show === 'range' && (
                  <NumberField
                    label={t.rangeSize}
                    value={entry.size}
                    onChange={(size = 1) => replace({ ...entry, size })}
                  />
                )}
              </div>
              <IconButton
                icon="trash"
                label={t.removeEntry({ place: index + 1 })}
                onClick={() => set(access.toSpliced(index, 1))}
              />
            </div>
            {entry.when && (
              <>
                <ConditionEditor
                  texts={conditions}
                  rule={entry.when}
                  path={`${path}/when`}
                  problems={form.problems}
                  onChange={(next) => replace(withRule(entry, next as VisibilityRule | undefined))}
                />
                <UnknownAttributes rule={entry.when} />
              </>
            )}
          </fieldset>
        );
      })}
      {access && (
        <>
          <p class="ui-small ui-muted">
            {access.some(({ when }) => !when) ? t.othersCovered : t.othersDenied}
          </p>
          <div>
            <Button onClick={() => set([...access, { show: 'null' }])}>{t.addEntry}</Button>
          </div>
        </>
      )}
    </fieldset>
  );
}

function withRule({ when: _, ...entry }: Entry, when: VisibilityRule | undefined): Entry {
  return when ? { ...entry, when } : entry;
}

function withShow({ when }: Entry, show: Show): Entry {
  const kept = when ? { when } : {};
  return show === 'range' ? { ...kept, show, size: 100 } : { ...kept, show };
}
