import type { FilterControl } from '@inlay/protocol/filter-control';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { withTargets } from './filter-draft.ts';

/** A chart that is shown beside the filter. */
export interface FilterTarget {
  readonly id: string;
  readonly title: string;
  readonly datasetId: string;
}

interface FilterTargetsProps {
  readonly control: FilterControl;
  readonly tiles: readonly FilterTarget[];
  readonly onChange: (control: FilterControl) => void;
}

/** The charts that a filter applies to: all of its dataset, unless some are excluded. */
export function FilterTargets({ control, tiles, onChange }: FilterTargetsProps): VNode | null {
  const t = useMessages('content').shared.filters;
  const within = tiles.filter(({ datasetId }) => datasetId === control.datasetId);
  const all = within.map(({ id }) => id);
  const targets = control.tiles ?? all;
  if (within.length === 0) return <p class="ui-field-hint">{t.noScope}</p>;
  if (within.length === 1) return null;
  return (
    <fieldset class="ui-checkboxes">
      <legend class="ui-field-label">{t.scope}</legend>
      {within.map(({ id, title }) => {
        const isTarget = targets.includes(id);
        return (
          <Checkbox
            key={id}
            label={title}
            checked={isTarget}
            // A filter applies to at least one chart.
            disabled={isTarget && targets.length === 1}
            onChange={(checked) => {
              const next = all.filter((each) => (each === id ? checked : targets.includes(each)));
              onChange(withTargets(control, next, all));
            }}
          />
        );
      })}
    </fieldset>
  );
}
