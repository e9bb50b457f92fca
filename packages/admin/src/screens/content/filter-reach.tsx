import type { FilterControl } from '@inlay/protocol/filter-control';
import { Checkbox } from '@inlay/ui/checkbox';
import type { VNode } from 'preact';
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

/** Which charts a filter filters: all that ask its dataset, unless some are left out. */
export function FilterReach({ control, tiles, onChange }: FilterReachProps): VNode | null {
  const within = tiles.filter(({ datasetId }) => datasetId === control.datasetId);
  const all = within.map(({ id }) => id);
  const reached = control.tiles ?? all;
  if (within.length === 0)
    return <p class="ui-field-hint">No chart here asks this dataset: the filter would change nothing.</p>;
  if (within.length === 1) return null;
  return (
    <fieldset class="ui-checkboxes">
      <legend class="ui-field-label">Filters these charts</legend>
      {within.map(({ id, title }) => {
        const isReached = reached.includes(id);
        return (
          <Checkbox
            key={id}
            label={title}
            checked={isReached}
            // A filter that reaches nothing would be no filter.
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
