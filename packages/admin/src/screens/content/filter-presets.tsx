import { english } from '@inlay/editor/english';
import type { DatePreset, FilterControl } from '@inlay/protocol/filter-control';
import { USUAL_PRESETS } from '@inlay/protocol/usual-presets';
import type { VNode } from 'preact';
import { withPresets } from './filter-draft.ts';

type Period = Extract<FilterControl, { readonly kind: 'date-range' }>;

const ALL = Object.keys(english.periods) as readonly DatePreset[];

interface FilterPresetsProps {
  readonly control: Period;
  readonly onChange: (control: FilterControl) => void;
}

/** Which named periods a viewer may choose from; two dates of their own they always may. */
export function FilterPresets({ control, onChange }: FilterPresetsProps): VNode {
  const offered = control.presets ?? USUAL_PRESETS;
  return (
    <details>
      <summary>Periods to choose from, {offered.length}</summary>
      <fieldset class="ticks" aria-label="Periods to choose from">
        {ALL.map((preset) => {
          const isOffered = offered.includes(preset);
          return (
            <label key={preset} class="tick">
              <input
                type="checkbox"
                checked={isOffered}
                disabled={isOffered && offered.length === 1}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(
                    withPresets(
                      control,
                      checked ? [...offered, preset] : offered.filter((each) => each !== preset),
                    ),
                  )
                }
              />
              <span>{english.periods[preset]}</span>
            </label>
          );
        })}
      </fieldset>
    </details>
  );
}
