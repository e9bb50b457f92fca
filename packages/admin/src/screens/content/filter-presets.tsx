import type { DatePreset, FilterControl } from '@inlay/protocol/filter-control';
import { USUAL_PRESETS } from '@inlay/protocol/usual-presets';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { withPresets } from './filter-draft.ts';

type Period = Extract<FilterControl, { readonly kind: 'date-range' }>;

interface FilterPresetsProps {
  readonly control: Period;
  readonly onChange: (control: FilterControl) => void;
}

/** The date presets that a viewer can choose from, besides a custom range. */
export function FilterPresets({ control, onChange }: FilterPresetsProps): VNode {
  const t = useMessages('content').shared.filters;
  const { periods } = useMessages('ui');
  const all = Object.keys(periods) as readonly DatePreset[];
  const offered = control.presets ?? USUAL_PRESETS;
  return (
    <details>
      <summary>{t.presetCount({ count: offered.length })}</summary>
      <fieldset class="ui-checkboxes" aria-label={t.presets}>
        {all.map((preset) => {
          const isOffered = offered.includes(preset);
          return (
            <Checkbox
              key={preset}
              label={periods[preset]}
              checked={isOffered}
              disabled={isOffered && offered.length === 1}
              onChange={(checked) =>
                onChange(
                  withPresets(
                    control,
                    checked ? [...offered, preset] : offered.filter((each) => each !== preset),
                  ),
                )
              }
            />
          );
        })}
      </fieldset>
    </details>
  );
}
