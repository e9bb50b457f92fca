import type { StartMessages } from '@inlay/messages/start';
import type { RelationshipSuggestion } from '@inlay/protocol/model-api';
import { useMemo, useState } from 'preact/hooks';
import type { DraftDataset } from './draft-dataset.ts';
import type { LoadedDrafts } from './load-drafts.ts';
import { type Access, proposeAccess } from './propose-access.ts';
import { proposeDashboard } from './propose-dashboard.ts';

/** What a person has changed of a proposal; everything else follows from the data. */
export interface Choices {
  readonly names: Readonly<Record<string, string>>;
  readonly access: Readonly<Record<string, Access>>;
  /** Measures as `dataset/measure`, relationships as `dataset.relationship`, tiles by id. */
  readonly declined: ReadonlySet<string>;
  readonly withDashboard: boolean;
  readonly title?: string;
  /** The id of an existing app; empty for a new one. */
  readonly app?: string;
}

export const measureKey = (dataset: string, measure: string) => `${dataset}/${measure}`;
export const relationshipKey = ({ dataset, relationship }: RelationshipSuggestion) =>
  `${dataset}.${relationship.name}`;

/** The proposal with a person's changes: what would be created now. */
export function useProposal({ drafts, suggestions }: LoadedDrafts, t: StartMessages['proposal']) {
  const [choices, setChoices] = useState<Choices>({
    names: {},
    access: {},
    declined: new Set(),
    withDashboard: true,
  });
  const change = (changes: Partial<Choices>) => setChoices({ ...choices, ...changes });
  const toggle = (key: string, isWanted: boolean) => {
    const declined = new Set(choices.declined);
    if (isWanted) declined.delete(key);
    else declined.add(key);
    change({ declined });
  };
  const current = useMemo(() => {
    const datasets = drafts.map((draft) => chosenParts(draft, suggestions, choices));
    const proposed = proposeAccess(datasets);
    const accessOf = (id: string): Access | undefined => choices.access[id] ?? proposed.get(id);
    const fixed = (id: string) => {
      const access = accessOf(id);
      return access?.kind === 'column' ? [access.column] : [];
    };
    return { datasets, accessOf, dashboard: proposeDashboard(datasets, fixed, t) };
  }, [drafts, suggestions, choices, t]);
  return { choices, change, toggle, ...current };
}

function chosenParts(
  draft: DraftDataset,
  suggestions: readonly RelationshipSuggestion[],
  { names, declined }: Choices,
): DraftDataset {
  const own = suggestions.filter((each) => each.dataset === draft.id && !declined.has(relationshipKey(each)));
  return {
    ...draft,
    name: names[draft.id] ?? draft.name,
    measures: draft.measures.filter(({ name }) => !declined.has(measureKey(draft.id, name))),
    relationships: own.map(({ relationship }) => relationship),
  };
}
