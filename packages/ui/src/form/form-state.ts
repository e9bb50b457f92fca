import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { canonical } from './canonical.ts';
import { capitalized, pointerOf, withValueAt, wordsOf } from './field-path.ts';

/** Everything a form knows. `V` is the type of the wire, so that the values can be sent as they are. */
export interface FormState<V extends object> {
  /** As loaded or last saved. */
  readonly base: V;
  /** As typed. No event but `reset` and `load` takes anything from them. */
  readonly values: V;
  /** One sentence per shown field, by JSON pointer. */
  readonly errors: Readonly<Record<string, string>>;
  /** What is wrong and belongs to no shown field. */
  readonly message: string | undefined;
  /** As the last refusal had them, for editors that show them in their own way. */
  readonly problems: readonly FieldProblem[];
  readonly isBusy: boolean;
  /** Counts refusals: the focus moves once for each. */
  readonly refusals: number;
  /** Counts how often the values were replaced by anything but typing: editors with a state of their own begin again. */
  readonly generation: number;
}

export type FormEvent<V extends object> =
  | { readonly type: 'change'; readonly path: string; readonly value: unknown }
  | { readonly type: 'set'; readonly changes: Partial<V> }
  /** An editor with a state of its own has other values. */
  | { readonly type: 'replace'; readonly values: V }
  | { readonly type: 'send' }
  | { readonly type: 'refuse'; readonly refusal: Refusal; readonly labels: Labels }
  | { readonly type: 'save'; readonly values: V }
  /** Other values were loaded. Fields that were not touched follow them. */
  | { readonly type: 'load'; readonly values: V }
  /** A person decided on a conflict. */
  | { readonly type: 'merge'; readonly base: V; readonly values: V }
  | { readonly type: 'reset' };

export interface Refusal {
  readonly problems: readonly FieldProblem[];
  /** Shown where the problems name no field. */
  readonly message: string | undefined;
}

/** The labels of the fields that are on the page, by JSON pointer. */
export type Labels = ReadonlyMap<string, string>;

export const startForm = <V extends object>(values: V): FormState<V> => ({
  base: values,
  values,
  errors: {},
  message: undefined,
  problems: [],
  isBusy: false,
  refusals: 0,
  generation: 0,
});

export const isChanged = ({ base, values }: FormState<object>): boolean =>
  canonical(base) !== canonical(values);

export function nextForm<V extends object>(state: FormState<V>, event: FormEvent<V>): FormState<V> {
  switch (event.type) {
    case 'change':
      return {
        ...state,
        values: withValueAt(state.values, event.path, event.value),
        errors: without(state.errors, [pointerOf(event.path)]),
      };
    case 'set':
      return {
        ...state,
        values: { ...state.values, ...event.changes },
        errors: without(state.errors, Object.keys(event.changes).map(pointerOf)),
      };
    case 'replace':
      return { ...state, values: event.values, errors: {} };
    case 'send':
      return { ...state, errors: {}, message: undefined, problems: [], isBusy: true };
    case 'refuse':
      return {
        ...state,
        ...placeProblems(event.refusal, event.labels),
        problems: event.refusal.problems,
        isBusy: false,
        refusals: state.refusals + 1,
      };
    case 'save':
      // What was typed while the request was under way is not saved yet.
      return { ...state, base: event.values, isBusy: false };
    case 'load':
      return exchange(state, event.values, rebase(state, event.values));
    case 'merge':
      return exchange(state, event.base, event.values);
    case 'reset':
      return { ...exchange(state, state.base, state.base), errors: {}, message: undefined, problems: [] };
  }
}

function exchange<V extends object>(state: FormState<V>, base: V, values: V): FormState<V> {
  const isSame = canonical(values) === canonical(state.values);
  return isSame ? { ...state, base } : { ...state, base, values, generation: state.generation + 1 };
}

/** The changed fields as a whole, and null for those that were removed: the body of a PATCH (RFC 7396). */
export function changedFields<V extends object>({ base, values }: FormState<V>): Partial<V> {
  const was = base as Readonly<Record<string, unknown>>;
  const is = values as Readonly<Record<string, unknown>>;
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return Object.fromEntries(
    keys.filter((key) => canonical(was[key]) !== canonical(is[key])).map((key) => [key, is[key] ?? null]),
  ) as Partial<V>;
}

function rebase<V extends object>(state: FormState<V>, loaded: V): V {
  const values = state.values as Readonly<Record<string, unknown>>;
  const typed = Object.keys(changedFields(state)).map((key) => [key, values[key]]);
  return Object.fromEntries(
    Object.entries({ ...loaded, ...Object.fromEntries(typed) }).filter(([, value]) => value !== undefined),
  ) as V;
}

/** Errors of a field, of what is inside it, and of what it is inside of, end with its change. */
function without(
  errors: FormState<object>['errors'],
  pointers: readonly string[],
): FormState<object>['errors'] {
  const isAt = (pointer: string, other: string) => pointer === other || pointer.startsWith(`${other}/`);
  return Object.fromEntries(
    Object.entries(errors).filter(
      ([pointer]) => !pointers.some((changed) => isAt(pointer, changed) || isAt(changed, pointer)),
    ),
  );
}

/** The maximum number of problems in a general message. */
const MAX_SENTENCES = 3;

/** Each problem goes to its field, or to the innermost shown field around it; the others become the general message. */
function placeProblems({ problems, message }: Refusal, labels: Labels) {
  const errors: Record<string, string> = {};
  const homeless: string[] = [];
  for (const { path, problem } of problems) {
    const field = shownField(path, labels);
    if (field === undefined) homeless.push(sentence(wordsOf(path), problem));
    // A field shows its first problem only.
    else errors[field] ??= sentence(path === field ? labels.get(field) : entryWords(field, path), problem);
  }
  const isPlaced = Object.keys(errors).length > 0;
  const more = homeless.length > MAX_SENTENCES ? ` (and ${homeless.length - MAX_SENTENCES} more)` : '';
  const others = homeless.length > 0 ? `${homeless.slice(0, MAX_SENTENCES).join(' ')}${more}` : undefined;
  return { errors, message: others ?? (isPlaced ? undefined : message) };
}

function shownField(path: string, labels: Labels): string | undefined {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) if (labels.has(at)) return at;
  return undefined;
}

/** `/origins/2` at the field `/origins` is its entry 3. */
const entryWords = (field: string, path: string) => `entry ${wordsOf(path.slice(field.length))}`;

function sentence(subject: string | undefined, problem: string): string {
  const text = `${capitalized(subject || 'This')} ${problem}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
