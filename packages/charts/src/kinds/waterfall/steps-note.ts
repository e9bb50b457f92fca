import type { ChartProps } from '../../chart-props.ts';
import { joinNotes, shownNote } from '../../parts/rows-note.ts';
import type { Steps } from './read-steps.ts';

/** Which steps are missing, and whether the total covers more than the steps, in a panel too. */
export function stepsNote(props: ChartProps, { steps, of, isWider }: Steps): string | undefined {
  const { panel, locale } = props;
  const note = isWider ? locale.messages.totalOfAll : undefined;
  if (note) panel?.note({ note });
  return joinNotes([shownNote(props, steps.length, of), panel ? undefined : note]);
}
