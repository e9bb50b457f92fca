import type { DataMessages } from '@inlay/messages/data';
import type { DatasetDraft } from '@inlay/protocol/dataset';
import type { DatasetTrial, RemovedRows } from '@inlay/protocol/dataset-api';
import type { RuleFinding } from '@inlay/protocol/explanation';
import type { RowRule } from '@inlay/protocol/rule';
import { Badge } from '@inlay/ui/badge';
import { CodeBlock } from '@inlay/ui/code-block';
import { Notice } from '@inlay/ui/notice';
import type { ComponentChildren, VNode } from 'preact';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { modelOfConnection } from './queries.ts';
import { type RuleFields, ruleFields } from './rule-fields.ts';
import { ruleSentence } from './rule-sentence.ts';

interface TrialResultProps {
  readonly trial: DatasetTrial;
  /** The dataset of this preview. */
  readonly draft: DatasetDraft;
  /** The rows. */
  readonly children: ComponentChildren;
}

/** What a viewer would get: in one sentence, by which rules of which dataset, as rows and as SQL. */
export function TrialResult({ trial, draft, children }: TrialResultProps): VNode {
  const t = useMessages('data').tryAs;
  const { explanation, answer, refusal } = trial;
  const result = answer?.result;
  const isRelated = explanation.related.length + explanation.required.length > 0;
  const model = useQuery(isRelated ? modelOfConnection(draft.connectionId) : undefined).data;
  const nameOf = (dataset: string) => model?.datasets.find(({ id }) => id === dataset)?.name ?? dataset;
  const isEmpty = explanation.rows === 'none' || result?.rowCount === 0;
  const tone = isEmpty || refusal ? 'warning' : 'good';
  return (
    <div class="ui-stack" role="status">
      <Notice tone={tone} title={headline(trial, t)}>
        {refusal ?? explanation.connection.reason ?? reasonOf(trial, draft, t)}
      </Notice>
      <Findings
        title={t.rules}
        rules={explanation.rules.filter(({ path }) => !isRequirement(path))}
        draft={draft}
        fields={ruleFields(draft, model)}
      />
      <Requirements
        rules={explanation.rules.filter(({ path }) => isRequirement(path))}
        removed={explanation.required}
        nameOf={nameOf}
      />
      {explanation.related.map(({ path, datasetId, rows, rules }) => (
        <Findings
          key={path}
          title={t.rulesOf({ dataset: nameOf(datasetId), path })}
          outcome={{ all: t.everyRow, some: t.someRows, none: t.noRows }[rows]}
          rules={rules}
        />
      ))}
      {children}
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

interface FindingsProps {
  readonly title: string;
  readonly outcome?: string;
  readonly rules: readonly RuleFinding[];
  /** Where the rules are known, they are shown as sentences. */
  readonly draft?: DatasetDraft;
  readonly fields?: RuleFields;
}

/** The row rules of one dataset and what each of them does for the viewer. */
function Findings({ title, outcome, rules, draft, fields }: FindingsProps): VNode | null {
  const { tryAs: t, rules: texts } = useMessages('data');
  if (rules.length === 0 && outcome === undefined) return null;
  return (
    <div class="ui-stack-tight">
      <h3>{title}</h3>
      {outcome && <p class="ui-muted">{outcome}</p>}
      <ul class="ui-stack-tight">
        {rules.map(({ path, outcome: truth, reason }) => {
          const rule = draft && ruleAt(draft, path);
          return (
            <li key={path} class="finding">
              <Badge tone={truth === 'true' ? 'good' : 'warning'}>
                {truth === 'true' ? t.applied : t.notMet}
              </Badge>
              <span>
                {rule && fields ? ruleSentence(rule, fields, texts) : reason}
                {rule && truth !== 'true' && <span class="ui-small ui-muted"> {reason}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Whether a finding is about a required relationship, not about a rule. */
const isRequirement = (path: string) => path.startsWith('/relationships/');

interface RequirementsProps {
  readonly rules: readonly RuleFinding[];
  /** In the same order. */
  readonly removed: readonly RemovedRows[];
  readonly nameOf: (dataset: string) => string;
}

/** What the required relationships of the dataset leave out. */
function Requirements({ rules, removed, nameOf }: RequirementsProps): VNode | null {
  const t = useMessages('data').tryAs;
  if (removed.length === 0) return null;
  return (
    <div class="ui-stack-tight">
      <h3>{t.required}</h3>
      <ul class="ui-stack-tight">
        {removed.map(({ relationship, datasetId, rows, problem }, index) => {
          const isMet = rules[index]?.outcome === 'true';
          return (
            <li key={relationship} class="finding">
              <Badge tone={isMet ? 'good' : 'warning'}>{isMet ? t.applied : t.notMet}</Badge>
              <span>
                {rows === null ? problem : t.leftOut({ count: rows, dataset: nameOf(datasetId) })}
                {!isMet && <span class="ui-small ui-muted"> {rules[index]?.reason}</span>}
              </span>
            </li>
          );
        })}
      </ul>
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
