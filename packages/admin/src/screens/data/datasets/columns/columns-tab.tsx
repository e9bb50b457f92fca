import type { DatasetColumn } from '@inlay/protocol/dataset';
import { refreshColumns } from '@inlay/protocol/refresh-columns';
import { Button } from '@inlay/ui/controls/button';
import { Combobox } from '@inlay/ui/controls/combobox';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { Notice } from '@inlay/ui/layout/notice';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../../../api/api.ts';
import { useMessages } from '../../../../messages.ts';
import { useTask } from '../../../../parts/form/use-task.ts';
import type { DatasetTabProps } from '../dataset-tab-props.ts';
import { refreshText } from '../source/refresh-text.ts';
import { useOpenItem } from '../use-open-item.ts';
import { ColorFields } from './color-fields.tsx';
import { ColumnAccessFields } from './column-access-fields.tsx';
import { ComputedFields } from './computed-fields.tsx';
import { FormatFields } from './format-fields.tsx';
import { ReuseFields } from './reuse-fields.tsx';

type ColumnsTabProps = Pick<DatasetTabProps, 'form'>;

const isComputed = ({ expression }: DatasetColumn): boolean => expression !== undefined;

export function ColumnsTab({ form }: ColumnsTabProps): VNode {
  const { columns: t, computed } = useMessages('data');
  const { busy, error, run } = useTask();
  const { list, open, toggle, close, openAdded } = useOpenItem();
  const { columns, connectionId, source } = form.values;
  const refresh = () =>
    run(async () => {
      const inferred = await api.post('/datasets/infer', { body: { connectionId, source } });
      const fresh = refreshColumns(columns, inferred.columns);
      form.set({ columns: fresh });
      showToast(refreshText(columns, fresh, t));
    });
  const compute = () => {
    const taken = new Set(columns.map(({ name }) => name));
    let name = computed.newName;
    for (let count = 2; taken.has(name); count += 1) name = `${computed.newName}_${count}`;
    openAdded(columns.length);
    form.set({ columns: [...columns, { name, type: 'number', expression: '' }] });
  };
  return (
    <div class="ui-stack">
      <div class="ui-card-head">
        <p class="ui-muted">{t.intro}</p>
        <div class="ui-row">
          <Button onClick={compute}>{computed.add}</Button>
          <Button busy={busy} onClick={refresh}>
            {t.refresh}
          </Button>
        </div>
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      <ul ref={list} class="ui-box">
        {columns.map((column, at) => (
          <ColumnRow
            key={isComputed(column) ? at : column.name}
            form={form}
            column={column}
            at={at}
            open={open === at}
            onToggle={() => toggle(at)}
            onRemove={() => {
              close();
              form.set({ columns: columns.toSpliced(at, 1) });
            }}
          />
        ))}
      </ul>
    </div>
  );
}

interface ColumnProps extends ColumnsTabProps {
  readonly column: DatasetColumn;
  readonly at: number;
  readonly onRemove: () => void;
}

/** Problems that the open details show at their field. */
const AT_FIELDS = /^\/columns\/\d+\/(expression$|access\/\d+\/when\/)/;

interface ColumnRowProps extends ColumnProps {
  readonly open: boolean;
  readonly onToggle: () => void;
}

function ColumnRow({ open, onToggle, ...props }: ColumnRowProps): VNode {
  const { columns: t, computed, columnAccess } = useMessages('data');
  const { form, column, at } = props;
  const label = form.field(`columns.${at}.label`, { label: t.label({ column: column.name }) });
  const problem = form.problems.find(({ path }) => path.startsWith(`/columns/${at}/`));
  const isAtField = open && problem !== undefined && AT_FIELDS.test(problem.path);
  return (
    <li class="rows-item">
      <div class="column-row">
        <span>
          <span class="ui-mono">{column.name}</span>
          <span class="ui-small ui-muted">
            {t.types[column.type]}
            {isComputed(column) && ` · ${computed.badge}`}
            {column.access && ` · ${columnAccess.badge}`}
          </span>
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
      {problem && !label.error && !isAtField && <p class="ui-field-error">{problem.problem}</p>}
      {open && <ColumnDetails {...props} />}
    </li>
  );
}

function ColumnDetails(props: ColumnProps): VNode {
  const { form, column, at, onRemove } = props;
  const { type } = column;
  const t = useMessages('data').columns;
  return (
    <div class="ui-stack rows-more">
      {isComputed(column) && <ComputedFields form={form} column={column} at={at} />}
      {!isComputed(column) && (type === 'integer' || type === 'boolean') && (
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
      {type === 'datetime' && !isComputed(column) && <TimeZoneField {...props} />}
      <ReuseFields form={form} column={column} at={at} />
      <ColorFields form={form} column={column} at={at} />
      <ColumnAccessFields form={form} column={column} at={at} />
      <div>
        <Button variant="danger" onClick={onRemove}>
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
