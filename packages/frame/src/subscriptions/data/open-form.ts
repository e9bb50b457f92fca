import type { Subscription } from '@inlay/content/subscription';
import type { Draft } from './draft.ts';

/** The form that is open in the dialog. */
export interface OpenForm {
  /** Absent: a new one. */
  readonly subscription?: Subscription;
  readonly draft: Draft;
  /** The draft that the form was opened with. */
  readonly initial: Draft;
  /** A new one has the filters of the page; a saved one keeps its own until the viewer replaces them. */
  readonly takesView: boolean;
}
