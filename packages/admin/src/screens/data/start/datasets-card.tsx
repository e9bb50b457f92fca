import { Checkbox } from '@inlay/ui/controls/checkbox';
import { TextField } from '@inlay/ui/controls/text-field';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import type { DraftDataset } from './draft-dataset.ts';
import type { ProposalPart } from './proposal-props.ts';
import { measureKey } from './use-proposal.ts';

interface DatasetsCardProps extends ProposalPart {
  /** With all measures, also those that are left out. */
  readonly drafts: readonly DraftDataset[];
}

export function DatasetsCard({ proposal, drafts }: DatasetsCardProps): VNode {
  const t = useMessages('start').datasets;
  const { choices, change, toggle } = proposal;
  return (
    <section class="ui-card" aria-label={t.title({ count: drafts.length })}>
      <h2>{t.title({ count: drafts.length })}</h2>
      {drafts.map(({ id, name, columns, measures, facts }) => (
        <details key={id} class="start-dataset" open={drafts.length === 1}>
          <summary>
            {choices.names[id] ?? name}{' '}
            <span class="ui-muted ui-figures">
              {facts.rows === undefined
                ? t.columns({ count: columns.length })
                : t.facts({ columns: columns.length, rows: t.rows({ count: facts.rows }) })}
            </span>
          </summary>
          <div class="ui-stack-tight">
            <TextField
              label={t.name}
              value={choices.names[id] ?? name}
              hint={t.id({ id })}
              onChange={(text) => change({ names: { ...choices.names, [id]: text } })}
            />
            <fieldset class="ui-checkboxes">
              <legend class="ui-field-label">{t.measures}</legend>
              {measures.map((measure) => {
                const key = measureKey(id, measure.name);
                return (
                  <Checkbox
                    key={key}
                    label={measure.label ?? measure.name}
                    checked={!choices.declined.has(key)}
                    onChange={(isWanted) => toggle(key, isWanted)}
                  />
                );
              })}
            </fieldset>
          </div>
        </details>
      ))}
    </section>
  );
}
