import type { DataMessages } from '@inlay/messages/data';
import type { DatasetDraft } from '@inlay/protocol/dataset';
import type { DatasetTrial } from '@inlay/protocol/dataset-api';
import { readAttributes } from '@inlay/protocol/read-attributes';
import type { RowRule } from '@inlay/protocol/rule';
import { Badge } from '@inlay/ui/badge';
import { Button } from '@inlay/ui/button';
import { CodeBlock } from '@inlay/ui/code-block';
import { Notice } from '@inlay/ui/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../../api/api.ts';
import { useMessages } from '../../../messages.ts';
import {
  type AttributeDraft,
  type ContextDraft,
  contextOf,
  emptyContext,
} from '../../../parts/context-draft.ts';
import { ContextEditor } from '../../../parts/context-editor.tsx';
import { useTask } from '../../../parts/use-task.ts';
import { definitionOf } from './dataset-draft.ts';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { ruleSentence } from './rule-sentence.ts';
import { SampleTable } from './sample-table.tsx';

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
  const [context, setContext] = useState<ContextDraft>(() => ({
    ...emptyContext,
    workspaceId: draft.workspaceId ?? emptyContext.workspaceId,
    attributes: readAttributes(draft).map(({ key }): AttributeDraft => ({ key, kind: 'text', text: '' })),
  }));
  const [tried, setTried] = useState<Tried>();
  const { busy, error, run } = useTask();
  const preview = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => {
      setTried(undefined);
      const dimensions = draft.columns
        .filter(({ type }) => type !== 'json')
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
  const { tryAs: t, rules } = useMessages('data');
  const { explanation, answer, refusal } = trial;
  const result = answer?.result;
  const isEmpty = explanation.rows === 'none' || result?.rowCount === 0;
  const tone = isEmpty || refusal ? 'warning' : 'good';
  return (
    <div class="ui-stack" role="status">
      <Notice tone={tone} title={headline(trial, t)}>
        {refusal ?? explanation.connection.reason ?? reasonOf(trial, draft, t)}
      </Notice>
      {explanation.rules.length > 0 && (
        <div class="ui-stack-tight">
          <h3>{t.rules}</h3>
          <ul class="ui-stack-tight">
            {explanation.rules.map(({ path, outcome, reason }) => {
              const rule = ruleAt(draft, path);
              return (
                <li key={path} class="finding">
                  <Badge tone={outcome === 'true' ? 'good' : 'warning'}>
                    {outcome === 'true' ? t.applied : t.notMet}
                  </Badge>
                  <span>
                    {rule ? ruleSentence(rule, draft.columns, rules) : reason}
                    {rule && outcome !== 'true' && <span class="ui-small ui-muted"> {reason}</span>}
                  </span>
                </li>
              );
            })}
          </ul>
        </div>
      )}
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
      {explanation.statements
        .filter(({ purpose }) => purpose === 'rows')
        .map(({ sql, parameters }) => (
          <details key={sql}>
            <summary>{t.sql}</summary>
            <div class="ui-stack-tight">
              <CodeBlock title="SQL" code={sql} />
              {parameters.length > 0 && (
                <ul class="ui-small ui-mono">
                  {parameters.map(({ name, value }) => (
                    <li key={name}>
                      :{name} = {JSON.stringify(value)}
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </details>
        ))}
    </div>
  );
}

type Messages = DataMessages['tryAs'];

function reasonOf({ explanation, answer }: DatasetTrial, { segmented }: DatasetDraft, t: Messages): string {
  if (explanation.rows !== 'none' && answer?.result.rowCount === 0) return t.noMatch;
  if (explanation.rows !== 'all') return explanation.summary;
  return segmented ? t.allByRule : t.allByDefault;
}

function headline({ explanation, answer, refusal }: DatasetTrial, t: Messages): string {
  if (refusal || !answer) return t.refused;
  if (explanation.rows === 'none' || answer.result.rowCount === 0) return t.noRows;
  return explanation.rows === 'all' ? t.everyRow : t.someRows;
}

/** The rule that a finding's path (RFC 6901) names, where it names one. */
function ruleAt(draft: Pick<DatasetDraft, 'rowRules' | 'groupRules'>, path: string): RowRule | undefined {
  let at: unknown = draft;
  for (const step of path.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[step];
  }
  const isRule = typeof at === 'object' && at !== null && !Array.isArray(at);
  return isRule ? (at as RowRule) : undefined;
}
