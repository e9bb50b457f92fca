import { canGroup } from '@inlay/protocol/can-group';
import type { Measure } from '@inlay/protocol/dataset';
import type { DatasetTrial } from '@inlay/protocol/dataset-api';
import { Button } from '@inlay/ui/controls/button';
import { TextField } from '@inlay/ui/controls/text-field';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../../../api/api.ts';
import type { Schemas } from '../../../../api/operations.ts';
import { useMessages } from '../../../../messages.ts';
import { contextOf, emptyContext } from '../../../../parts/form/context-draft.ts';
import { useTask } from '../../../../parts/form/use-task.ts';
import { Rich } from '../../../../parts/text/rich.tsx';
import { definitionOf } from '../dataset-draft.ts';
import { SampleTable } from '../sample-table.tsx';
import type { ColumnFieldsProps } from './column-fields-props.ts';

const MAX_ROWS = 20;
const TYPING_MS = 300;

/** The expression of a computed column, with its type and its mistakes while it is typed, and some of its values. */
export function ComputedFields({ form, column, at }: ColumnFieldsProps): VNode {
  const { computed: t, columns: texts } = useMessages('data');
  const { busy, error, run } = useTask();
  const [trial, setTrial] = useState<DatasetTrial>();
  const { values: draft } = form;
  const expression = column.expression ?? '';
  const checked = useChecked({ form, column, at });
  const preview = () =>
    run(async () => {
      setTrial(undefined);
      // Rows with the same values have the same result, so its maximum is the value.
      const value: Measure = {
        name: `max ${column.name}`,
        label: column.name,
        kind: 'max',
        column: column.name,
      };
      const measures = canGroup(column) ? [] : [value];
      const all = definitionOf({
        ...draft,
        measures: [...draft.measures, ...measures],
        segmented: false,
        rowRules: [],
        groupRules: [],
      });
      const used = draft.columns.filter(({ name }) => name !== column.name && uses(expression, name));
      const shown = [...used.filter(canGroup).slice(0, 5), ...(canGroup(column) ? [column] : [])];
      const dimensions = shown.map(({ name }) => ({ column: name }));
      const context = contextOf({
        ...emptyContext,
        workspaceId: draft.workspaceId ?? emptyContext.workspaceId,
      });
      const query = { dimensions, measures: measures.map(({ name }) => name), limit: MAX_ROWS };
      setTrial(await api.post('/datasets/try', { body: { dataset: all, query, context } }));
    });
  const field = form.field(`columns.${at}.expression`, { label: t.expression, required: true });
  const problem = expression === '' ? null : checked?.problem;
  const result = trial?.answer?.result;
  return (
    <>
      <TextField {...form.field(`columns.${at}.name`, { label: t.name, required: true })} mono />
      <TextField
        {...field}
        mono
        lines={3}
        hint={
          <Rich
            text={t.expressionHint}
            parts={{
              functions: (
                <a class="ui-link" href="/docs/reference/expressions" target="_blank" rel="noreferrer">
                  {t.functions}
                </a>
              ),
            }}
          />
        }
        error={problem?.message ?? (checked?.type ? undefined : field.error)}
      />
      {problem && <Place text={expression} {...problem} />}
      <div class="ui-row" role="status">
        <Button busy={busy} disabled={!checked?.type} onClick={preview}>
          {t.preview}
        </Button>
        {checked?.type && <span class="ui-muted">{t.typeIs({ type: texts.types[checked.type] })}</span>}
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {result && <SampleTable label={t.values} columns={result.columns} rowCount={result.rowCount} />}
    </>
  );
}

type Checked = Schemas['CheckedExpression'];

/** Checks the expression after each pause in typing. The column gets the type of its expression. */
function useChecked({ form, column, at }: ColumnFieldsProps): Checked | undefined {
  const [checked, setChecked] = useState<{ readonly key: string; readonly result: Checked }>();
  const current = useRef(form.values.columns);
  current.current = form.values.columns;
  const columns = form.values.columns.map(({ name, type, expression, timeZone }) => ({
    name,
    type,
    ...(expression !== undefined && { expression }),
    ...(timeZone !== undefined && { timeZone }),
  }));
  const body = { expression: column.expression ?? '', columns, column: column.name };
  // Its own type follows from the expression.
  const key = JSON.stringify([body.expression, column.name, columns.toSpliced(at, 1)]);
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(async () => {
      // A failure is reported by the preview and by saving.
      const result = await api.post('/datasets/check-expression', { body }).catch(() => undefined);
      const own = current.current[at];
      if (isOver || !result || !own) return;
      setChecked({ key, result });
      if (result.type && result.type !== own.type)
        form.set({ columns: current.current.with(at, { ...own, type: result.type }) });
    }, TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key]);
  return checked?.key === key ? checked.result : undefined;
}

interface PlaceProps {
  readonly text: string;
  readonly position: number;
  readonly length: number;
}

/** The line with the mistake, and marks below it. */
function Place({ text, position, length }: PlaceProps): VNode {
  const start = text.lastIndexOf('\n', position - 1) + 1;
  const [line = ''] = text.slice(start).split('\n', 1);
  const marks = Math.max(1, Math.min(length, line.length - (position - start)));
  return (
    <pre class="ui-mono ui-small expression-place" aria-hidden="true">
      {line}
      {'\n'}
      {' '.repeat(position - start)}
      {'^'.repeat(marks)}
    </pre>
  );
}

/** Whether a name is in an expression, as a word or in brackets. */
const uses = (expression: string, name: string): boolean =>
  expression.includes(`[${name}]`) || expression.split(/[^\p{L}\p{N}_]+/u).includes(name);
