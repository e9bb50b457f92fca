import type { FilterControl } from '@inlay/protocol/filter-control';
import { Checkbox } from '@inlay/ui/checkbox';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { withReach } from './filter-draft.ts';

/** A chart that is shown beside the filter. */
export interface ReachedTile {
  readonly id: string;
  readonly title: string;
  readonly datasetId: string;
}

interface FilterReachProps {
  readonly control: FilterControl;
  readonly tiles: readonly ReachedTile[];
  readonly onChange: (control: FilterControl) => void;
}

/** The charts that a filter applies to: all of its dataset, unless some are excluded. */
export function FilterReach({ control, tiles, onChange }: FilterReachProps): VNode | null {
  const t = useMessages('content').shared.filters;
  const within = tiles.filter(({ datasetId }) => datasetId === control.datasetId);
  const all = within.map(({ id }) => id);
  const reached = control.tiles ?? all;
  if (within.length === 0) return <p class="ui-field-hint">{t.noScope}</p>;
  if (within.length === 1) return null;
  return (
    <fieldset class="ui-checkboxes">
      <legend class="ui-field-label">{t.scope}</legend>
      {within.map(({ id, title }) => {
        const isReached = reached.includes(id);
        return (
          <Checkbox
            key={id}
            label={title}
            checked={isReached}
            // A filter applies to at least one chart.
            disabled={isReached && reached.length === 1}
            onChange={(checked) => {
              const next = all.filter((each) => (each === id ? checked : reached.includes(each)));
              onChange(withReach(control, next, all));
            }}
          />
        );
      })}
    </fieldset>
  );
}
