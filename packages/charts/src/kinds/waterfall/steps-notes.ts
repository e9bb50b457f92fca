import type { ChartProps } from '../../chart-props.ts';
import { type Note, shownNotes, textNote } from '../../parts/notes.ts';
import type { Steps } from './read-steps.ts';

/** Which steps are missing, and whether the total covers more than the steps. */
export const stepsNotes = (props: ChartProps, { data, steps, of, isWider }: Steps): readonly Note[] => [
  ...shownNotes(props, steps.length, of, data.x?.label),
  ...(isWider ? [textNote(props.locale.messages.totalOfAll)] : []),
];
