import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { Inferred } from '@inlay/protocol/dataset-api';
import type { ColumnType } from '@inlay/protocol/result';
import { Button } from '@inlay/ui/button';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../../api/ask.ts';
import { useTask } from '../../../parts/use-task.ts';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { FormatFields } from './format-fields.tsx';

export const typeWords: Readonly<Record<ColumnType, string>> = {
  string: 'Text',
  integer: 'Whole number',
  decimal: 'Exact decimal',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  datetime: 'Date and time',
  json: 'JSON',
};

export function ColumnsTab({ draft, set, problems }: DatasetTabProps): VNode {
  const { busy, error, run } = useTask();
  const [open, setOpen] = useState<string>();
  const replace = (at: number, column: DatasetColumn) =>
    set({ columns: draft.columns.map((each, index) => (index === at ? column : each)) });
  const refresh = () =>
    run(async () => {
      const { connectionId, source } = draft;
      const { columns } = await ask<Inferred>('POST', 'datasets/infer', { connectionId, source });
      const fresh = columns.map((found) => {
        const known = draft.columns.find(({ name }) => name === found.name);
        return known?.type === found.type ? known : { ...known, ...found };
      });
      const added = fresh.filter(({ name }) => !draft.columns.some((known) => known.name === name)).length;
      const gone = draft.columns.filter(({ name }) => !fresh.some((found) => found.name === name)).length;
      set({ columns: fresh });
      showToast(
        added + gone === 0 ? 'The source has the same columns.' : `${added} columns more, ${gone} gone.`,
      );
    });
  return (
    <div class="stack">
      <div class="ui-card-head">
        <p class="muted">
          Labels are what viewers read. Leave a column out and nobody can ask for it, not even in a filter.
        </p>
        <Button busy={busy} onClick={refresh}>
          Read the columns again
        </Button>
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      <ul class="rows-box">
        {draft.columns.map((column, at) => (
          <ColumnRow
            key={column.name}
            column={column}
            open={open === column.name}
            problem={problems.find(({ path }) => path.startsWith(`/columns/${at}/`))?.problem}
            onToggle={() => setOpen(open === column.name ? undefined : column.name)}
            onChange={(changed) => replace(at, changed)}
            onRemove={() => set({ columns: draft.columns.filter((_, index) => index !== at) })}
          />
        ))}
      </ul>
    </div>
  );
}

interface ColumnRowProps {
  readonly column: DatasetColumn;
  readonly open: boolean;
  readonly problem: string | undefined;
  readonly onToggle: () => void;
  readonly onChange: (column: DatasetColumn) => void;
  readonly onRemove: () => void;
}

function ColumnRow({ column, open, problem, onToggle, onChange, onRemove }: ColumnRowProps): VNode {
  const { label: _, description: __, ...bare } = column;
  return (
    <li class="rows-item">
      <div class="column-row">
        <span>
          <span class="ui-mono">{column.name}</span>
          <span class="small muted">{typeWords[column.type]}</span>
        </span>
        <input
          class="ui-input"
          aria-label={`Label of ${column.name}`}
          value={column.label ?? ''}
          placeholder={column.name}
          onInput={({ currentTarget: { value } }) =>
            onChange(
              value === ''
                ? {
                    ...bare,
                    ...(column.description === undefined ? {} : { description: column.description }),
                  }
                : { ...column, label: value },
            )
          }
        />
        <button type="button" class="ui-button ui-button-ghost" aria-expanded={open} onClick={onToggle}>
          {open ? 'Less' : 'Format and more'}
          <span class="ui-visually-hidden"> of {column.name}</span>
        </button>
      </div>
      {problem && <p class="ui-field-error">{problem}</p>}
      {open && <ColumnDetails column={column} onChange={onChange} onRemove={onRemove} />}
    </li>
  );
}

const grains = 'hour, day, week, month, quarter, year, fiscal quarter and fiscal year';

function ColumnDetails({
  column,
  onChange,
  onRemove,
}: Pick<ColumnRowProps, 'column' | 'onChange' | 'onRemove'>): VNode {
  const { description: _, timeZone: __, ...rest } = column;
  const isTime = column.type === 'date' || column.type === 'datetime';
  return (
    <div class="stack-tight rows-more">
      {(column.type === 'integer' || column.type === 'boolean') && (
        <Field label="Type" hint="Some databases keep yes and no as 1 and 0.">
          <select
            class="ui-input ui-select"
            value={column.type}
            onChange={(event) => onChange({ ...column, type: event.currentTarget.value as ColumnType })}
          >
            <option value="integer">{typeWords.integer}</option>
            <option value="boolean">{typeWords.boolean}</option>
          </select>
        </Field>
      )}
      <FormatFields
        type={column.type}
        format={column.format}
        onChange={(format) => onChange(withFormat(column, format))}
      />
      <Field label="Description" optional hint="What somebody who builds a tile should know of it.">
        <input
          class="ui-input"
          value={column.description ?? ''}
          onInput={({ currentTarget: { value } }) =>
            onChange({
              ...rest,
              ...(column.timeZone === undefined ? {} : { timeZone: column.timeZone }),
              ...(value === '' ? {} : { description: value }),
            })
          }
        />
      </Field>
      {isTime && (
        <p class="small muted">
          Tiles can group it by {column.type === 'date' ? grains.replace('hour, ', '') : grains}, in the time
          zone and week of the viewer.
        </p>
      )}
      {column.type === 'datetime' && (
        <Field
          label="Time zone of the clock"
          optional
          hint="Only where the column stores a local time without a zone, such as Europe/Berlin. Empty: it stores instants."
        >
          <input
            class="ui-input ui-mono"
            value={column.timeZone ?? ''}
            placeholder="UTC"
            onInput={({ currentTarget: { value } }) =>
              onChange({
                ...rest,
                ...(column.description === undefined ? {} : { description: column.description }),
                ...(value === '' ? {} : { timeZone: value }),
              })
            }
          />
        </Field>
      )}
      <div>
        <Button variant="danger" onClick={onRemove}>
          Leave this column out
        </Button>
      </div>
    </div>
  );
}

function withFormat(column: DatasetColumn, format: DatasetColumn['format']): DatasetColumn {
  const { format: _, ...rest } = column;
  return format ? { ...rest, format } : rest;
}
