import type { ChartProps } from '../chart-props.ts';
import { coloredMembers, fixedColors } from '../data/colored-members.ts';
import { assignSlots, type Slots, slotsOfTile } from './assign-slots.ts';
import { type SeriesFill, type Theme, tokenFill } from './create-theme.ts';
import { isColor } from './is-color.ts';
import { otherFill } from './other-fill.ts';
import { seriesTokens, type Token } from './tokens.ts';

/** What has a color: a member of a dimension, "Other", or something else with a name, such as a measure. */
export interface Colored {
  readonly name: string;
  /** Its `memberKey`. */
  readonly member?: string | undefined;
  readonly isOther?: boolean | undefined;
}

type FillProps = Pick<ChartProps, 'chart' | 'tile' | 'result' | 'theme' | 'slots' | 'panel'>;

/**
 * The color of each: what the tile's author chose, then what the dataset fixes, then the color that a member has on the
 * page. Members beyond the palette share the neutral color: a ninth hue could not be distinguished from the first eight.
 * Everything else has the colors of the palette in order.
 */
export function assignFills(props: FillProps, colored: readonly Colored[]): readonly SeriesFill[] {
  const { theme, panel } = props;
  const ownFill = ownFills(props);
  const slots = slotsOf(props);
  let next = 0;
  const slotOf = (name: string) => panel?.slot(name) ?? next++;
  return colored.map((each) => {
    const { name, member, isOther = false } = each;
    // A chosen color still uses its position, so that the others stay the same.
    const slot = isOther ? undefined : member === undefined ? slotOf(name) : slots[member];
    return (
      ownFill(each) ??
      (isOther ? otherFill(theme) : undefined) ??
      tokenFill(theme, (slot === undefined ? undefined : seriesTokens[slot]) ?? 'neutral')
    );
  });
}

/** Finds the color that the tile's author chose, or else the one that the dataset fixes. */
export function ownFills(props: FillProps): (colored: Colored) => SeriesFill | undefined {
  const { theme, tile } = props;
  const chosen = new Map(Object.entries(tile.options?.colors ?? {}));
  const fixed = fixedColors(props);
  return ({ name, member, isOther = false }) =>
    chosenFill(theme, chosen.get(name)) ??
    (member === undefined || isOther ? undefined : chosenFill(theme, fixed.get(member)));
}

/** A color that somebody chose: a token of the theme or a plain color. */
export function chosenFill(theme: Theme, color: string | undefined): SeriesFill | undefined {
  if (color === undefined) return undefined;
  if (Object.hasOwn(theme.tokens, color)) return tokenFill(theme, color as Token);
  return isColor(color) ? { value: color, color } : undefined;
}

/** The colors that members have on the page. A tile on its own is a page with one tile. */
export function slotsOf(props: FillProps): Slots {
  if (props.slots) return props.slots;
  const found = coloredMembers(props);
  if (!found) return {};
  const alone = { ...found, dimension: '' };
  return slotsOfTile(assignSlots([alone], props.theme.tokens), alone);
}
