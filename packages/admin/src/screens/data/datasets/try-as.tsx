import type { DatasetTrial } from '@inlay/protocol/dataset-api';
import { readAttributes } from '@inlay/protocol/read-attributes';
import type { RowRule } from '@inlay/protocol/rule';
import { Badge } from '@inlay/ui/badge';
import { Button } from '@inlay/ui/button';
import { CodeBlock } from '@inlay/ui/code-block';
import { Notice } from '@inlay/ui/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../../api/ask.ts';
import {
  type AttributeDraft,
  type ContextDraft,
  contextOf,
  emptyContext,
} from '../../../parts/context-draft.ts';
import { ContextEditor } from '../../../parts/context-editor.tsx';
import { useTask } from '../../../parts/use-task.ts';
import { type DatasetDraft, definitionOf } from './dataset-draft.ts';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { ruleWords } from './rule-words.ts';
import { SampleTable } from './sample-table.tsx';

const MOST_COLUMNS = 12;
const MOST_ROWS = 50;

interface Tried {
  readonly trial: DatasetTrial;
  /** The dataset as it was when it was tried. */
  readonly draft: DatasetDraft;
}

/** The rows another user would see with the current rules, saved or not. */
export function TryAs({ draft, connection }: DatasetTabProps): VNode {
  const [context, setContext] = useState<ContextDraft>(() => ({
    ...emptyContext,
    workspaceId: draft.workspaceId ?? emptyContext.workspaceId,
    attributes: readAttributes(draft).map(({ key }): AttributeDraft => ({ key, kind: 'text', text: '' })),
  }));
  const [tried, setTried] = useState<Tried>();
  const { busy, error, run } = useTask();
  const attempt = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => {
      setTried(undefined);
      const dimensions = draft.columns
        .filter(({ type }) => type !== 'json')
        .slice(0, MOST_COLUMNS)
        .map(({ name }) => ({ column: name }));
      const query = { dimensions, measures: [], limit: MOST_ROWS };
      const body = { dataset: definitionOf(draft), query, context: contextOf(context) };
      setTried({ draft, trial: await ask<DatasetTrial>('POST', 'datasets/try', body) });
    });
  };
  return (
    <section class="ui-card" aria-label="Try as">
      <div>
        <h2>Try as</h2>
        <p class="muted">Say who is looking, and see exactly what they would get. Nothing is saved.</p>
      </div>
      <form class="stack-tight" onSubmit={attempt}>
        <ContextEditor
          value={context}
          onChange={setContext}
          secrets={connection?.reads.some((path) => path.startsWith('secrets.')) ?? false}
        />
        <div>
          <Button variant="primary" type="submit" busy={busy}>
            See what they see
          </Button>
        </div>
      </form>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {tried && tried.draft !== draft && (
        <p class="small muted">You have changed the dataset since: look again.</p>
      )}
      {tried && <Trial {...tried} />}
    </section>
  );
}

function Trial({ trial, draft }: Tried): VNode {
  const { explanation, answer, refusal } = trial;
  const result = answer?.result;
  const isEmpty = explanation.rows === 'none' || result?.rowCount === 0;
  const tone = isEmpty || refusal ? 'warning' : 'good';
  const nothingFits = isEmpty && explanation.rows !== 'none';
  return (
    <div class="stack" role="status">
      <Notice tone={tone} title={headline(trial)}>
        {refusal ?? explanation.connection.reason ?? reasonOf(trial, draft, nothingFits)}
      </Notice>
      {explanation.rules.length > 0 && (
        <div class="stack-tight">
          <h3>Which rules applied</h3>
          <ul class="findings">
            {explanation.rules.map(({ path, outcome, reason }) => {
              const rule = ruleAt(draft, path);
              return (
                <li key={path} class="finding">
                  <Badge tone={outcome === 'true' ? 'good' : 'warning'}>
                    {outcome === 'true' ? 'Applied' : 'Not met'}
                  </Badge>
                  <span>
                    {rule ? ruleWords(rule, draft.columns) : reason}
                    {rule && outcome !== 'true' && <span class="small muted"> {reason}</span>}
                  </span>
                </li>
              );
            })}
          </ul>
        </div>
      )}
      {result && result.rowCount > 0 && (
        <div class="stack-tight">
          <h3>Their rows</h3>
          <SampleTable label="Rows of this viewer" columns={result.columns} rowCount={result.rowCount} />
          <p class="small muted">
            Rows that are equal in these columns are shown once
            {draft.columns.length > MOST_COLUMNS && `; the first ${MOST_COLUMNS} columns`}
            {result.rowCount === MOST_ROWS && `; the first ${MOST_ROWS} rows`}.
          </p>
        </div>
      )}
      {explanation.statements
        .filter(({ purpose }) => purpose === 'rows')
        .map(({ sql, parameters }) => (
          <details key={sql}>
            <summary>The SQL that is asked</summary>
            <div class="stack-tight">
              <CodeBlock title="SQL" code={sql} />
              {parameters.length > 0 && (
                <ul class="small ui-mono">
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

function reasonOf({ explanation }: DatasetTrial, { segmented }: DatasetDraft, nothingFits: boolean): string {
  if (nothingFits) return 'The rules let them in, and no row of the data fits.';
  if (explanation.rows !== 'all') return explanation.summary;
  return segmented ? 'A rule lets them see everything.' : 'Everybody may see everything here.';
}

function headline({ explanation, answer, refusal }: DatasetTrial): string {
  if (refusal || !answer) return 'They are refused';
  if (explanation.rows === 'none' || answer.result.rowCount === 0) return 'They see no rows';
  return explanation.rows === 'all' ? 'They see every row' : 'They see some of the rows';
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
