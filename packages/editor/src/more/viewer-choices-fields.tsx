import type { ViewerChoices } from '@inlay/charts/tile';
import type { Grain } from '@inlay/protocol/query';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { IconButton } from '@inlay/ui/controls/icon-button';
import type { VNode } from 'preact';
import { labelOf } from '../editor-context.ts';
import { offersGrain } from '../model/offers-grain.ts';
import { type Patch, patch, undefinedIfEmpty } from '../model/patch.ts';
import { FieldSelect } from '../parts/field-select.tsx';
import type { MoreProps } from './more-context.ts';

/** The granularities and measures that viewers can switch to. */
export function ViewerChoicesFields({ context, messages }: MoreProps): VNode {
  const { tile, dataset, messages: texts, change } = context;
  const { grains = [], measures = [] } = tile.choices ?? {};
  const dimension = tile.query.dimensions.find(({ grain }) => grain);
  const current = dimension?.grain;
  const column = dataset.columns.find(({ name }) => name === dimension?.column);
  const [first] = tile.query.measures;
  const put = (changes: Patch<ViewerChoices>) =>
    change(patch(tile, { choices: undefinedIfEmpty(patch<ViewerChoices>(tile.choices ?? {}, changes)) }));
  const all = (Object.keys(texts.grains) as Grain[]).filter(
    (grain) => grain === current || grains.includes(grain) || offersGrain(column, grain),
  );
  /** What the tile shows at first is always a choice. */
  const putGrains = (chosen: readonly Grain[]) =>
    put({ grains: undefinedIfSingle(all.filter((grain) => grain === current || chosen.includes(grain))) });
  const putMeasures = (chosen: readonly string[]) =>
    put({ measures: undefinedIfSingle([...new Set([first ?? '', ...chosen])]) });
  return (
    <>
      {(current || grains.length > 0) && (
        <fieldset class="te-group">
          <legend>{messages.grainChoices}</legend>
          {all.map((grain) => (
            <Checkbox
              key={grain}
              label={texts.grains[grain]}
              checked={grain === current || grains.includes(grain)}
              disabled={grain === current}
              onChange={(checked) =>
                putGrains(checked ? [...grains, grain] : grains.filter((each) => each !== grain))
              }
            />
          ))}
        </fieldset>
      )}
      {first !== undefined && (
        <fieldset class="te-group">
          <legend>{messages.measureChoices}</legend>
          <ul class="te-ordered">
            {measures.map((measure) => (
              <li key={measure}>
                <span dir="auto">{labelOf(dataset, measure)}</span>
                <IconButton
                  icon="close"
                  label={texts.removeField({ name: labelOf(dataset, measure) })}
                  disabled={measure === first}
                  onClick={() => putMeasures(measures.filter((each) => each !== measure))}
                />
              </li>
            ))}
          </ul>
          {measures.length < 20 && (
            <FieldSelect
              label={messages.addMeasure}
              none="…"
              fields={dataset.measures.filter(({ name }) => name !== first && !measures.includes(name))}
              value=""
              onChange={(measure) => measure !== '' && putMeasures([...measures, measure])}
            />
          )}
        </fieldset>
      )}
    </>
  );
}

const undefinedIfSingle = <T,>(list: readonly T[]): T[] | undefined =>
  list.length < 2 ? undefined : [...list];
