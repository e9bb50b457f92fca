import type { DatasetColumn, Measure } from '@inlay/protocol/dataset';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { Button } from '@inlay/ui/button';
import { EmptyState } from '@inlay/ui/empty-state';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { MeasureForm, measureWords } from './measure-form.tsx';
import { MeasurePreview } from './measure-preview.tsx';
import { isNumeric, measureName } from './propose-measures.ts';

export function MeasuresTab(props: DatasetTabProps): VNode {
  const { draft, set, problems } = props;
  const [open, setOpen] = useState<number>();
  const replace = (at: number, measure: Measure) =>
    set({ measures: draft.measures.map((each, index) => (index === at ? measure : each)) });
  const add = () => {
    const used = new Set(draft.measures.map((each) => ('column' in each ? each.column : undefined)));
    const numbers = draft.columns.filter(isNumeric);
    const column = numbers.find(({ name }) => !used.has(name)) ?? numbers[0];
    const name = freeName(draft.measures, measureName(column?.name));
    const measure: Measure = column ? { name, kind: 'sum', column: column.name } : { name, kind: 'count' };
    setOpen(draft.measures.length);
    set({ measures: [...draft.measures, measure] });
  };
  return (
    <div class="stack">
      <div class="ui-card-head">
        <p class="muted">
          What tiles can show: a sum, an average, a share. Defined once, the same everywhere.
        </p>
        {draft.measures.length > 0 && <Button onClick={add}>Add a measure</Button>}
      </div>
      {draft.measures.length === 0 && (
        <EmptyState title="No measures yet">
          <p>A first one could be the sum of a number, or simply the number of rows.</p>
          <Button variant="primary" onClick={add}>
            Add a measure
          </Button>
        </EmptyState>
      )}
      {draft.measures.length > 0 && (
        <ul class="rows-box">
          {draft.measures.map((measure, at) => (
            <MeasureRow
              key={at}
              measure={measure}
              columns={draft.columns}
              others={draft.measures.filter((_, index) => index !== at)}
              open={open === at}
              problem={problemOf(problems, at)}
              onToggle={() => setOpen(open === at ? undefined : at)}
              onChange={(changed) => replace(at, changed)}
              onRemove={() => {
                setOpen(undefined);
                set({ measures: draft.measures.filter((_, index) => index !== at) });
              }}
            />
          ))}
        </ul>
      )}
      {draft.measures.length > 0 && <MeasurePreview {...props} />}
    </div>
  );
}

interface MeasureRowProps {
  readonly measure: Measure;
  readonly columns: readonly DatasetColumn[];
  readonly others: readonly Measure[];
  readonly open: boolean;
  readonly problem: string | undefined;
  readonly onToggle: () => void;
  readonly onChange: (measure: Measure) => void;
  readonly onRemove: () => void;
}

function MeasureRow({ open, problem, onToggle, ...form }: MeasureRowProps): VNode {
  const { measure, columns, others } = form;
  return (
    <li class="rows-item">
      <div class="column-row">
        <span>
          <strong>{measure.label ?? measure.name}</strong>
          {measure.label && <span class="small ui-mono muted">{measure.name}</span>}
        </span>
        <span class="muted">{measureWords(measure, columns, others)}</span>
        <button type="button" class="ui-button ui-button-ghost" aria-expanded={open} onClick={onToggle}>
          {open ? 'Close' : 'Edit'}
          <span class="ui-visually-hidden"> {measure.name}</span>
        </button>
      </div>
      {problem && <p class="ui-field-error">{problem}</p>}
      {open && <MeasureForm {...form} />}
    </li>
  );
}

function problemOf(problems: readonly FieldProblem[], at: number): string | undefined {
  const place = `/measures/${at}`;
  return problems.find(({ path }) => path === place || path.startsWith(`${place}/`))?.problem;
}

function freeName(measures: readonly Measure[], base: string): string {
  const taken = new Set(measures.map(({ name }) => name));
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base} ${count}`;
  return name;
}
