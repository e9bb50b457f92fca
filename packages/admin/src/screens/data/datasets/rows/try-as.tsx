import { canGroup } from '@inlay/protocol/can-group';
import type { DatasetDraft } from '@inlay/protocol/dataset';
import type { DatasetTrial } from '@inlay/protocol/dataset-api';
import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../../../api/api.ts';
import { useQuery } from '../../../../api/use-query.ts';
import { useMessages } from '../../../../messages.ts';
import { contextOf } from '../../../../parts/form/context-draft.ts';
import { ContextEditor } from '../../../../parts/form/context-editor.tsx';
import { useTask } from '../../../../parts/form/use-task.ts';
import { definitionOf } from '../dataset-draft.ts';
import type { DatasetTabProps } from '../dataset-tab-props.ts';
import { modelOfConnection } from '../queries.ts';
import { SampleTable } from '../sample-table.tsx';
import { TrialResult } from './trial-result.tsx';
import { useTrialContext } from './use-trial-context.ts';

const MAX_COLUMNS = 12;
const MAX_ROWS = 50;

interface Tried {
  readonly trial: DatasetTrial;
  /** The dataset of this preview. */
  readonly draft: DatasetDraft;
}

/** The rows that a viewer would see with the current rules, saved or not. */
export function TryAs({ form: { values: draft }, connection }: DatasetTabProps): VNode {
  const t = useMessages('data').tryAs;
  const hasRelated = draft.relationships.length > 0;
  const model = useQuery(hasRelated ? modelOfConnection(draft.connectionId) : undefined).data;
  const [context, setContext] = useTrialContext(draft, model);
  const [tried, setTried] = useState<Tried>();
  const { busy, error, run } = useTask();
  const preview = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => {
      setTried(undefined);
      const dimensions = draft.columns
        .filter(canGroup)
        .slice(0, MAX_COLUMNS)
        .map(({ name }) => ({ column: name }));
      const query = { dimensions, measures: [], limit: MAX_ROWS };
      const body = { dataset: definitionOf(draft), query, context: contextOf(context) };
      setTried({ draft, trial: await api.post('/datasets/try', { body }) });
    });
  };
  return (
    <section class="ui-card" aria-label={t.title}>
      <div>
        <h2>{t.title}</h2>
        <p class="ui-muted">{t.hint}</p>
      </div>
      <form class="ui-stack-tight" onSubmit={preview}>
        <ContextEditor
          value={context}
          onChange={setContext}
          secrets={connection?.reads.some((path) => path.startsWith('secrets.')) ?? false}
        />
        <div>
          <Button variant="primary" type="submit" busy={busy}>
            {t.run}
          </Button>
        </div>
      </form>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {tried && tried.draft !== draft && <p class="ui-small ui-muted">{t.outdated}</p>}
      {tried && <Trial {...tried} />}
    </section>
  );
}

function Trial({ trial, draft }: Tried): VNode {
  const t = useMessages('data').tryAs;
  const result = trial.answer?.result;
  return (
    <TrialResult trial={trial} draft={draft}>
      {result && result.rowCount > 0 && (
        <div class="ui-stack-tight">
          <h3>{t.rows}</h3>
          <SampleTable label={t.rows} columns={result.columns} rowCount={result.rowCount} />
          <p class="ui-small ui-muted">
            {t.note} {draft.columns.length > MAX_COLUMNS && t.noteColumns({ count: MAX_COLUMNS })}{' '}
            {result.rowCount === MAX_ROWS && t.noteRows({ count: MAX_ROWS })}
          </p>
        </div>
      )}
    </TrialResult>
  );
}
