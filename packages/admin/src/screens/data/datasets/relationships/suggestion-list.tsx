import type { ModelDataset, RelationshipSuggestion } from '@inlay/protocol/model-api';
import { Badge } from '@inlay/ui/layout/badge';
import type { VNode } from 'preact';
import { useMessages } from '../../../../messages.ts';
import { keyText, kindText } from './relationship-text.ts';

interface SuggestionListProps {
  readonly suggestions: readonly RelationshipSuggestion[];
  readonly datasets: readonly ModelDataset[];
  readonly busy?: boolean;
  readonly onAccept: (suggestion: RelationshipSuggestion) => void;
}

export function SuggestionList({ suggestions, datasets, busy, onAccept }: SuggestionListProps): VNode {
  const t = useMessages('data').relationships;
  const nameOf = (id: string) => datasets.find((each) => each.id === id)?.name ?? id;
  return (
    <ul class="used">
      {suggestions.map((suggestion) => {
        const { dataset, relationship, reason } = suggestion;
        const names = { own: nameOf(dataset), other: nameOf(relationship.dataset) };
        const key = keyText(relationship);
        return (
          <li key={`${dataset} ${relationship.dataset} ${key}`}>
            <span>
              {kindText(relationship.kind, names, t)} <span class="ui-small ui-mono ui-muted">{key}</span>
            </span>
            <Badge tone="neutral">{t.reasons[reason]}</Badge>
            <button
              type="button"
              class="ui-button"
              style={{ justifySelf: 'end' }}
              disabled={busy}
              aria-label={t.acceptOf({ relationship: relationship.name, ...names })}
              onClick={() => onAccept(suggestion)}
            >
              {t.accept}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
