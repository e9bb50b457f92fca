import type { DataMessages } from '@inlay/messages/data';
import type { Dataset, DatasetDraft } from '@inlay/protocol/dataset';
import type { DatasetTrial, RemovedRows } from '@inlay/protocol/dataset-api';
import type { FollowedDataset, RuleFinding } from '@inlay/protocol/explanation';
import type { DataModel } from '@inlay/protocol/model-api';
import type { ContextPath, RowRule } from '@inlay/protocol/rule';
import { capitalized } from '@inlay/ui/form/field-path';
import { Badge } from '@inlay/ui/layout/badge';
import { CodeBlock } from '@inlay/ui/layout/code-block';
import { Notice } from '@inlay/ui/layout/notice';
import type { ComponentChildren, VNode } from 'preact';
import { useQuery } from '../../../../api/use-query.ts';
import { useMessages } from '../../../../messages.ts';
import { modelOfConnection } from '../queries.ts';
import { toOnePaths } from '../to-one-paths.ts';
import { ruleFields } from './rule-fields.ts';
import { ruleSentence, viewerText } from './rule-sentence.ts';

interface TrialResultProps {
  readonly trial: DatasetTrial;
  /** The dataset of this preview. */
  readonly draft: DatasetDraft;
  /** The rows. */
  readonly children: ComponentChildren;
}

/** What a viewer would get: in one sentence, by which rules of which dataset, as rows and as SQL. */
export function TrialResult({ trial, draft, children }: TrialResultProps): VNode {
  const texts = useMessages('data');
  const t = texts.tryAs;
  const { explanation, answer, refusal } = trial;
  const result = answer?.result;
  const hasRelated = draft.relationships.length > 0;
  const model = useQuery(hasRelated ? modelOfConnection(draft.connectionId) : undefined).data;
  const datasetOf = (dataset: string) => model?.datasets.find(({ id }) => id === dataset);
  const nameOf = (dataset: string) => datasetOf(dataset)?.name ?? dataset;
  const deciding = decidingDatasets(explanation);
  const isListed = (path: string) => deciding.some((each) => each.path === path);
  const isEmpty = explanation.rows === 'none' || result?.rowCount === 0;
  const tone = isEmpty || refusal ? 'warning' : 'good';
  return (
    <div class="ui-stack" role="status">
      <Notice tone={tone} title={headline(trial, t)}>
        {refusal ?? explanation.connection.reason ?? reasonOf(trial, draft, nameOf, texts)}
      </Notice>
      <Findings
        title={t.rules}
        rules={explanation.rules.filter(({ path }) => !isRequirement(path))}
        dataset={draft}
        model={model}
        isListed={isListed}
      />
      <Requirements
        rules={explanation.rules.filter(({ path }) => isRequirement(path))}
        removed={explanation.required}
        nameOf={nameOf}
      />
      {deciding.map(({ path, datasetId, rows, rules }) => (
        <Findings
          key={path}
          title={t.rulesOf({ dataset: nameOf(datasetId), path: pathText(draft, path, model) })}
          outcome={{ all: t.everyRow, some: t.someRows, none: t.noRows }[rows]}
          rules={rules}
          dataset={datasetOf(datasetId)}
          model={model}
          isListed={(follow) => isListed(`${path}.${follow}`)}
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

/** Datasets whose rules decide too: those that rules follow, and those that the query joins. */
function decidingDatasets({ rules, related }: DatasetTrial['explanation']): readonly FollowedDataset[] {
  const followed = rules.flatMap(({ followed: datasets = [] }) => datasets);
  return [...new Map([...followed, ...related].map((dataset) => [dataset.path, dataset])).values()];
}

/** The labels of the relationships on a path. */
const pathText = (draft: DatasetDraft, path: string, model: DataModel | undefined) =>
  toOnePaths(draft.relationships, model, path.split('.').length).find((each) => each.path === path)?.label ??
  path;

interface FindingsProps {
  readonly title: string;
  readonly outcome?: string;
  readonly rules: readonly RuleFinding[];
  /** Where the rules are known, they are shown as sentences. */
  readonly dataset: RuledDataset | undefined;
  readonly model: DataModel | undefined;
  /** Whether the rules of a followed dataset are shown too. */
  readonly isListed: (follow: string) => boolean;
}

type RuledDataset = Pick<DatasetDraft, 'columns' | 'relationships'> &
  Pick<Dataset, 'rowRules' | 'groupRules'>;

/** The row rules of one dataset and what each of them does for the viewer. */
function Findings({ title, outcome, rules, dataset, model, isListed }: FindingsProps): VNode | null {
  const texts = useMessages('data');
  const t = texts.tryAs;
  if (rules.length === 0 && outcome === undefined) return null;
  return (
    <div class="ui-stack-tight">
      <h3>{title}</h3>
      {outcome && <p class="ui-muted">{outcome}</p>}
      <ul class="ui-stack-tight">
        {rules.map((finding) => {
          const { path, outcome: truth } = finding;
          const rule = dataset && ruleAt(dataset, path);
          const isExplained = truth === 'true' || (rule && 'follow' in rule && isListed(rule.follow));
          const reason = denialText(finding, dataset, texts) ?? finding.reason;
          return (
            <li key={path} class="finding">
              <Badge tone={truth === 'true' ? 'good' : 'warning'}>
                {truth === 'true' ? t.applied : t.notMet}
              </Badge>
              <span>
                {rule ? ruleSentence(rule, ruleFields(dataset, model), texts.rules) : reason}
                {rule && !isExplained && <span class="ui-small ui-muted"> {reason}</span>}
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
          const dataset = nameOf(datasetId);
          const texts = [
            ...(isMet ? [] : [t.noneFollowed({ dataset })]),
            ...(rows === null ? [problem] : isMet || rows > 0 ? [t.leftOut({ count: rows, dataset })] : []),
          ];
          return (
            <li key={relationship} class="finding">
              <Badge tone={isMet ? 'good' : 'warning'}>{isMet ? t.applied : t.notMet}</Badge>
              <span>{texts.join(' ')}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type Messages = DataMessages['tryAs'];

/** Why a rule grants nothing, in the language of the app, if it can be said without the rule. */
function denialText(
  { path, outcome, missing }: RuleFinding,
  dataset: RuledDataset | undefined,
  { tryAs: t, rules }: Pick<DataMessages, 'tryAs' | 'rules'>,
): string | undefined {
  if (missing !== undefined)
    return capitalized(t.missing({ value: viewerText(missing as ContextPath, rules) }));
  // Findings about groups have no rule of their own.
  const [, at] = /^\/groupRules\/(\d+)\/group$/.exec(path) ?? [];
  const group = dataset?.groupRules?.[Number(at)]?.group;
  return outcome === 'false' && group !== undefined ? t.notInGroup({ group }) : undefined;
}

function reasonOf(
  { explanation: { rows, rules, summary }, answer }: DatasetTrial,
  draft: DatasetDraft,
  nameOf: (dataset: string) => string,
  texts: Pick<DataMessages, 'tryAs' | 'rules'>,
): string {
  const { tryAs: t } = texts;
  if (rows !== 'none' && answer?.result.rowCount === 0) return t.noMatch;
  if (rows === 'some') return t.someByRules;
  if (rows === 'all') return draft.segmented ? t.allByRule : t.allByDefault;
  const reasons = rules
    .filter(({ outcome }) => outcome !== 'true')
    .map((finding) => {
      const [nearest] = finding.followed ?? [];
      return nearest
        ? t.noneFollowed({ dataset: nameOf(nearest.datasetId) })
        : denialText(finding, draft, texts);
    });
  return reasons.includes(undefined) || reasons.length === 0 ? summary : [...new Set(reasons)].join(' ');
}

function headline({ explanation, answer, refusal }: DatasetTrial, t: Messages): string {
  if (refusal || !answer) return t.refused;
  if (explanation.rows === 'none' || answer.result.rowCount === 0) return t.noRows;
  return explanation.rows === 'all' ? t.everyRow : t.someRows;
}

/** The rule that a finding's path (RFC 6901) names, where it names one. */
function ruleAt(dataset: RuledDataset, path: string): RowRule | undefined {
  let at: unknown = dataset;
  for (const step of path.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[step];
  }
  const isRule = typeof at === 'object' && at !== null && !Array.isArray(at);
  return isRule ? (at as RowRule) : undefined;
}
