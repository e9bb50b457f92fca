import { Button } from '@inlay/ui/controls/button';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import type { VNode } from 'preact';
import { useMessages } from '../../../../messages.ts';
import type { DatasetTabProps } from '../dataset-tab-props.ts';
import { useOpenItem } from '../use-open-item.ts';
import { MeasureForm, measureFields } from './measure-form.tsx';
import { MeasurePreview } from './measure-preview.tsx';
import { measureText } from './measure-text.ts';
import { nextMeasure } from './propose-measures.ts';

export function MeasuresTab(props: DatasetTabProps): VNode {
  const t = useMessages('data').measures;
  const { form, dataset } = props;
  const { columns, measures } = form.values;
  const { list, open, toggle, close, openAdded } = useOpenItem();
  const add = () => {
    openAdded(measures.length);
    form.set({ measures: [...measures, nextMeasure(columns, measures, t)] });
  };
  if (measures.length === 0)
    return (
      <EmptyState title={t.empty}>
        <p>{t.emptyHint}</p>
        <Button variant="primary" onClick={add}>
          {t.add}
        </Button>
      </EmptyState>
    );
  return (
    <div class="ui-stack">
      <div class="ui-card-head">
        <p class="ui-muted">{t.intro}</p>
        <Button onClick={add}>{t.add}</Button>
      </div>
      <ul ref={list} class="ui-box">
        {measures.map((_, at) => (
          <MeasureRow
            key={at}
            form={form}
            dataset={dataset}
            at={at}
            open={open === at}
            onToggle={() => toggle(at)}
            onRemove={() => {
              close();
              form.set({ measures: measures.toSpliced(at, 1) });
            }}
          />
        ))}
      </ul>
      <MeasurePreview {...props} />
    </div>
  );
}

interface MeasureRowProps extends Pick<DatasetTabProps, 'form' | 'dataset'> {
  readonly at: number;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onRemove: () => void;
}

function MeasureRow({ form, dataset, at, open, onToggle, onRemove }: MeasureRowProps): VNode | null {
  const t = useMessages('data').measures;
  const { columns, measures } = form.values;
  const measure = measures[at];
  if (!measure) return null;
  const others = measures.toSpliced(at, 1);
  const place = `/measures/${at}`;
  const problem = form.problems.find(({ path }) => path === place || path.startsWith(`${place}/`));
  const isAtField = open && measureFields.some((field) => problem?.path === `${place}/${field}`);
  return (
    <li class="rows-item">
      <div class="column-row">
        <span>
          <strong>{measure.label ?? measure.name}</strong>
          {measure.label && <span class="ui-small ui-mono ui-muted">{measure.name}</span>}
        </span>
        <span class="ui-muted">{measureText(measure, columns, others, t)}</span>
        <button
          type="button"
          class="ui-button ui-button-ghost"
          aria-expanded={open}
          aria-label={(open ? t.closeOf : t.editOf)({ measure: measure.name })}
          onClick={onToggle}
        >
          {open ? t.close : t.edit}
        </button>
      </div>
      {problem && !isAtField && <p class="ui-field-error">{problem.problem}</p>}
      {open && (
        <MeasureForm
          form={form}
          at={at}
          measure={measure}
          others={others}
          isSaved={dataset.measures?.some(({ name }) => name === measure.name) ?? false}
          onRemove={onRemove}
        />
      )}
    </li>
  );
}
