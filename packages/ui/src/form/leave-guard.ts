import { signal } from '@preact/signals';
import type { Place } from './leave-context.ts';

interface Unsaved {
  readonly place: Place;
  /** What leaving would lose, as a sentence. */
  readonly says: string;
}

const forms = signal<ReadonlyMap<symbol, Unsaved>>(new Map());

/** The requested navigation, and the unsaved work it would lose. */
export const heldBack = signal<{ readonly says: string; readonly go: () => void } | undefined>(undefined);

export function hold(form: symbol, unsaved: Unsaved): void {
  forms.value = new Map(forms.value).set(form, unsaved);
}

export function letGo(form: symbol): void {
  if (forms.value.has(form)) forms.value = new Map([...forms.value].filter(([other]) => other !== form));
}

/** Whether something typed would be lost: by leaving this place or, without one, the whole page. */
export const isUnsaved = (place?: Place): boolean => unsavedIn(place) !== undefined;

/** Continues, unless unsaved work would be lost: then a dialog asks first. */
export function leave(go: () => void, place?: Place): void {
  const unsaved = unsavedIn(place);
  if (!unsaved) go();
  else heldBack.value = { says: unsaved.says, go: () => forget(go, place) };
}

/** Leaves, and discards the input. */
export function forget(go: () => void, place?: Place): void {
  const kept = [...forms.value].filter(([, unsaved]) => place !== undefined && unsaved.place !== place);
  forms.value = new Map(kept);
  go();
}

function unsavedIn(place: Place | undefined): Unsaved | undefined {
  return [...forms.value.values()].find((unsaved) => place === undefined || unsaved.place === place);
}
