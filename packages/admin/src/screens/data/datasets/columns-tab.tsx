import type { DatasetColumn } from '@inlay/protocol/dataset';
import { Button } from '@inlay/ui/button';
import { Combobox } from '@inlay/ui/combobox';
import { Notice } from '@inlay/ui/notice';
import { Select } from '@inlay/ui/select';
import { TextField } from '@inlay/ui/text-field';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../../api/api.ts';
import { useMessages } from '../../../messages.ts';
import { useTask } from '../../../parts/use-task.ts';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { FormatFields } from './format-fields.tsx';

type ColumnsTabProps = Pick<DatasetTabProps, 'form'>;

export function ColumnsTab({ form }: ColumnsTabProps): VNode {
  const t = useMessages('data').columns;
  const { busy, error, run } = useTask();
  const [open, setOpen] = useState<string>();
  const { columns, connectionId, source } = form.values;
  const refresh = () =>
    run(async () => {
      const inferred = await api.post('/datasets/infer', { body: { connectionId, source } });
      const fresh = inferred.columns.map((found) => {
        const known = columns.find(({ name }) => name === found.name);
        return known?.type === found.type ? known : { ...known, ...found };
      });
      const added = missingFrom(columns, fresh);
      const removed = missingFrom(fresh, columns);
      form.set({ columns: fresh });
      showToast(added + removed === 0 ? t.unchanged : t.refreshed({ added, removed }));
    });
  return (
    <div class="ui-stack">
      <div class="ui-card-head">
        <p class="ui-muted">{t.intro}</p>
        <Button busy={busy} onClick={refresh}>
          {t.refresh}
        </Button>
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      <ul class="ui-box">
        {columns.map((column, at) => (
          <ColumnRow
            key={column.name}
            form={form}
            column={column}
            at={at}
            open={open === column.name}
            onToggle={() => setOpen(open === column.name ? undefined : column.name)}
          />
        ))}
      </ul>
    </div>
  );
}

type Column = Pick<DatasetColumn, 'name'>;

const missingFrom = (known: readonly Column[], columns: readonly Column[]): number =>
  columns.filter(({ name }) => !known.some((other) => other.name === name)).length;

interface ColumnProps extends ColumnsTabProps {
  readonly column: DatasetColumn;
  readonly at: number;
}

interface ColumnRowProps extends ColumnProps {
  readonly open: boolean;
  readonly onToggle: () => void;
}

function ColumnRow({ open, onToggle, ...props }: ColumnRowProps): VNode {
  const t = useMessages('data').columns;
  const { form, column, at } = props;
  const label = form.field(`columns.${at}.label`, { label: t.label({ column: column.name }) });
  const problem = form.problems.find(({ path }) => path.startsWith(`/columns/${at}/`))?.problem;
  return (
    <li class="rows-item">
      <div class="column-row">
        <span>
          <span class="ui-mono">{column.name}</span>
          <span class="ui-small ui-muted">{t.types[column.type]}</span>
        </span>
        <TextField {...label} hideLabel placeholder={column.name} />
        <button
          type="button"
          class="ui-button ui-button-ghost"
          aria-expanded={open}
          aria-label={(open ? t.closeOf : t.formatOf)({ column: column.name })}
          onClick={onToggle}
        >
          {open ? t.close : t.format}
        </button>
      </div>
      {problem && !label.error && <p class="ui-field-error">{problem}</p>}
      {open && <ColumnDetails {...props} />}
    </li>
  );
}

function ColumnDetails(props: ColumnProps): VNode {
  const {
    form,
    column: { type, name },
    at,
  } = props;
  const t = useMessages('data').columns;
  const { columns } = form.values;
  return (
    <div class="ui-stack-tight rows-more">
      {(type === 'integer' || type === 'boolean') && (
        <Select
          {...form.field(`columns.${at}.type`, { label: t.type })}
          hint={t.typeHint}
          options={[
            { value: 'integer', label: t.types.integer },
            { value: 'boolean', label: t.types.boolean },
          ]}
        />
      )}
      <FormatFields type={type} {...form.field(`columns.${at}.format`)} />
      <TextField
        {...form.field(`columns.${at}.description`, { label: t.description })}
        optional
        hint={t.descriptionHint}
      />
      {type === 'date' && <p class="ui-small ui-muted">{t.grainsDate}</p>}
      {type === 'datetime' && <p class="ui-small ui-muted">{t.grainsDatetime}</p>}
      {type === 'datetime' && <TimeZoneField {...props} />}
      <div>
        <Button
          variant="danger"
          onClick={() => form.set({ columns: columns.filter((each) => each.name !== name) })}
        >
          {t.remove}
        </Button>
      </div>
    </div>
  );
}

function TimeZoneField({ form, at }: ColumnProps): VNode {
  const t = useMessages('data').columns;
  const field = form.field(`columns.${at}.timeZone`, { label: t.timeZone });
  return (
    <Combobox
      {...field}
      optional
      placeholder="UTC"
      hint={t.timeZoneHint}
      options={Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))}
      onOther={field.onChange}
    />
  );
}
