import type { ChartProps } from '../../chart-props.ts';
import { joinNotes, shownNote } from '../../parts/rows-note.ts';
import type { Steps } from './read-steps.ts';

/** Which steps are missing, and whether the total covers more than the steps. */
export const stepsNote = (props: ChartProps, { steps, of, isWider }: Steps): string | undefined =>
  joinNotes([shownNote(props, steps.length, of), isWider ? props.locale.messages.totalOfAll : undefined]);
