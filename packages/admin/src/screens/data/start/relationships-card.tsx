import type { RelationshipSuggestion } from '@inlay/protocol/model-api';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import type { VNode } from 'preact';
import { allDatasets } from '../../../api/common-queries.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { keyText } from '../datasets/relationships/relationship-text.ts';
import type { ProposalPart } from './proposal-props.ts';
import { relationshipKey } from './use-proposal.ts';

interface RelationshipsCardProps extends ProposalPart {
  readonly suggestions: readonly RelationshipSuggestion[];
}

export function RelationshipsCard({ proposal, suggestions }: RelationshipsCardProps): VNode {
  const t = useMessages('start').relationships;
  const { datasets, choices, toggle } = proposal;
  const saved = useQuery(allDatasets).data?.data ?? [];
  const nameOf = (id: string) => [...datasets, ...saved].find((each) => each.id === id)?.name ?? id;
  return (
    <section class="ui-card" aria-label={t.title}>
      <div>
        <h2>{t.title}</h2>
        <p class="ui-muted">{t.hint}</p>
      </div>
      <div class="ui-checkboxes">
        {suggestions.map((suggestion) => {
          const key = relationshipKey(suggestion);
          const { dataset, relationship } = suggestion;
          return (
            <Checkbox
              key={key}
              label={t.text({ own: nameOf(dataset), other: nameOf(relationship.dataset) })}
              hint={<span class="ui-mono">{keyText(relationship)}</span>}
              checked={!choices.declined.has(key)}
              onChange={(isWanted) => toggle(key, isWanted)}
            />
          );
        })}
      </div>
    </section>
  );
}
