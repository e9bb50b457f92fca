import type { Wire, WireSchema } from '@inlay/protocol/schema-parts';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { useId, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { useAppTexts } from '../ui-texts.ts';
import { type BoundProps, bindValue } from './bind-value.ts';
import { canonical } from './canonical.ts';
import { checkFields } from './check-fields.ts';
import { capitalized, type FieldPath, pointerOf, type ValueAt, valueAt, wordsOf } from './field-path.ts';
import { type FormSchema, pickFields, schemaAt } from './form-schema.ts';
import {
  changedFields,
  type FormEvent,
  type FormState,
  isChanged,
  nextForm,
  type Refusal,
  startForm,
} from './form-state.ts';
import { isCanceled } from './is-canceled.ts';
import { type Conflict, useConflict } from './use-conflict.ts';
import { useUnsaved } from './use-unsaved.ts';

/** Of a record, for `If-Match`. */
type Version = string | number | null | undefined;

export interface FormOptions<V extends object, Saved> {
  /** A new record, or one as the API returned it: fields that the schema does not know are left out. */
  readonly initial: V;
  /** Of `initial`. */
  readonly version?: Version | undefined;
  /**
   * `changes` has the changed fields, and null for removed ones, as a PATCH takes them. `version` is that of the record
   * that they are measured against.
   */
  readonly save: (values: V, changes: Partial<V>, version: Version) => Promise<Saved>;
  /** `isSent` is false where a conflict ended with what somebody else had saved. */
  readonly onSaved?: (saved: Saved, isSent: boolean) => void;
  /** False if unsaved input can be left without asking, as of a sign-in. */
  readonly confirmLeave?: boolean;
  /** For records with a version: merges what others saved meanwhile (412). Render `form.conflict` with ConflictDialog. */
  readonly conflicts?: ConflictOptions<V, Saved> | undefined;
}

interface ConflictOptions<V, Saved> {
  readonly load: () => Promise<Saved>;
  readonly read: (saved: Saved) => { readonly values: V; readonly version: Version };
  /** Fields whose entries two people may change independently, such as the measures of a dataset. */
  readonly byEntry?: readonly string[];
}

interface FieldOptions {
  /** Names the field on the page and in its errors; made from the path if not given. */
  readonly label?: string;
  /** Where the form is stricter than the schema. */
  readonly required?: boolean;
}

/** The props of a control for a value of type `T`. */
export type FieldProps<T> = BoundProps<T> & {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  readonly error: string | undefined;
};

export interface Form<V> {
  readonly values: V;
  readonly isDirty: boolean;
  readonly busy: boolean;
  readonly error: string | undefined;
  /** All problems of the last refusal, for editors that show them in their own way. */
  readonly problems: readonly FieldProblem[];
  readonly field: <P extends FieldPath<V>>(path: P, options?: FieldOptions) => FieldProps<ValueAt<V, P>>;
  /** For what no control is bound to. */
  readonly set: (changes: Partial<V>) => void;
  /** Shows problems that only the form itself can find. */
  readonly refuse: (problems: readonly FieldProblem[]) => void;
  /** Resolves to whether it was saved. */
  readonly submit: (event?: Event) => Promise<boolean>;
  /** For a request that saves nothing, such as a test: checks the fields and shows a refusal as `submit` does. */
  readonly attempt: <T>(send: (values: V, changes: Partial<V>) => Promise<T>) => Promise<T | undefined>;
  readonly reset: () => void;
  /** Begins again with other values, such as none after an entry was added. */
  readonly restart: (values: V) => void;
  /** For an editor with a state of its own, which has to begin again with each `generation`. */
  readonly replace: (values: V) => void;
  readonly generation: number;
  readonly conflict: Conflict | undefined;
  /** Of the form element, if there is one. */
  readonly props: { readonly noValidate: true; readonly onSubmit: (event: Event) => void };
}

/**
 * Binds a schema of the wire to the fields of a form (ADR 273):
 *
 *     const form = useForm({
 *       schema: NewUser,
 *       initial: user ?? { username: '', groups: [] },
 *       save: (values, changes) => (user ? api.patch(…, changes) : api.post(…, values)),
 *       onSaved: (saved) => close(),
 *     });
 *     <form {...form.props}>
 *       <TextField {...form.field('username')} hint="Often the email address." />
 *       <TextField {...form.field('email', { label: 'Email' })} />
 *       {form.error && <Notice tone="bad">{form.error}</Notice>}
 *       <Button type="submit" busy={form.busy}>Save</Button>
 *     </form>
 *
 * - `values` are values of the wire: an emptied text becomes null where the schema has null, is left out where the
 *   field is optional, and stays empty otherwise. `save` sends them, or the `changes`, as they are.
 * - A field shows its error until it changes. Errors come from the schema before anything is sent, and from the
 *   `details` of the API's refusal. `error` is what belongs to no field on the page, such as a lost connection.
 * - What was typed stays until it is saved, or `reset`. Leaving the page or the dialog before asks first.
 */
export function useForm<S extends WireSchema, Saved>(
  options: FormOptions<Wire<S> & object, Saved> & { readonly schema: S },
): Form<Wire<S> & object>;
/** Without a schema, only the server checks: for editors of whole documents. */
export function useForm<V extends object, Saved>(
  options: FormOptions<V, Saved> & { readonly schema?: undefined },
): Form<V>;
export function useForm<V extends object, Saved>(
  options: FormOptions<V, Saved> & { readonly schema?: object | undefined },
): Form<V> {
  const schema: FormSchema = options.schema ?? {};
  const { conflicts } = options;
  const contentOf = (record: V) => pickFields(schema, record);
  const [read, send, version] = useFormState({
    values: contentOf(options.initial),
    version: options.version,
    isVersioned: conflicts !== undefined,
  });
  const state = read();
  const isDirty = isChanged(state);
  const setSaved = useUnsaved(isDirty && options.confirmLeave !== false);
  const id = useId();
  const idOf = (pointer: string) => `${id}${pointer}`;
  useLayoutEffect(() => focusFirst(Object.keys(state.errors).map(idOf)), [state.refusals]);
  const isSending = useRef(false);
  const { form: texts } = useAppTexts();
  const conflict = useConflict();
  // The fields of this rendering. Problems of others go to the general message.
  const shown = new Map<string, ShownField>();

  const refuse = (refusal: Refusal) =>
    send({ type: 'refuse', refusal, labels: new Map([...shown].map(([key, { label }]) => [key, label])) });

  const isComplete = ({ values }: FormState<V>): boolean => {
    const problems = [
      ...emptyFields(shown, values).map((path) => ({ path, problem: texts.required })),
      ...checkFields(schema, values, texts),
    ];
    if (problems.length > 0) refuse({ problems, message: undefined });
    return problems.length === 0;
  };

  const attempt = async <T>(request: (values: V, changes: Partial<V>) => Promise<T>) => {
    const sent = read();
    if (!isComplete(sent)) return undefined;
    try {
      return await request(sent.values, changedFields(sent));
    } catch (error) {
      refuse(readRefusal(error));
      return undefined;
    }
  };

  const submit = async (event?: Event) => {
    event?.preventDefault();
    if (isSending.current) return false;
    const sent = read();
    if (!isComplete(sent)) return false;
    isSending.current = true;
    send({ type: 'send' });
    try {
      const saved = await options.save(sent.values, changedFields(sent), version.current);
      version.current = conflicts?.read(saved).version;
      finish(sent.values, () => options.onSaved?.(saved, true));
      return true;
    } catch (error) {
      await explain(error, sent);
      return false;
    } finally {
      isSending.current = false;
    }
  };

  const finish = (values: V, then: () => void) => {
    send({ type: 'save', values });
    setSaved();
    then();
  };

  const explain = async (error: unknown, { base, values }: FormState<V>) => {
    const refusal = readRefusal(error);
    if (!conflicts || refusal.status !== 412) return refuse(refusal);
    try {
      const current = await conflicts.load();
      const theirs = conflicts.read(current);
      refuse({ problems: [], message: undefined });
      conflict.open({
        base,
        yours: values,
        theirs: contentOf(theirs.values),
        current,
        byEntry: conflicts.byEntry,
        onResolve: (merged) => {
          version.current = theirs.version;
          send({ type: 'merge', base: contentOf(theirs.values), values: contentOf(merged as V) });
          if (isChanged(read())) void submit();
          else finish(read().values, () => options.onSaved?.(current, false));
        },
      });
    } catch (failure) {
      refuse(readRefusal(failure));
    }
  };

  const field = <P extends FieldPath<V>>(path: P, { label, required }: FieldOptions = {}) => {
    const pointer = pointerOf(path);
    const found = schemaAt(schema, path);
    const props = {
      id: idOf(pointer),
      name: path,
      label: label ?? capitalized(wordsOf(pointer)),
      required: required ?? found.isRequired,
      error: state.errors[pointer],
      ...bindValue<ValueAt<V, P>>(found, valueAt(state.values, path), (value) =>
        send({ type: 'change', path, value }),
      ),
    };
    shown.set(pointer, { path, label: props.label, isRequired: props.required });
    return props;
  };

  return {
    values: state.values,
    isDirty,
    busy: state.isBusy,
    error: state.message,
    problems: state.problems,
    field,
    set: (changes) => send({ type: 'set', changes }),
    submit,
    attempt,
    reset: () => send({ type: 'reset' }),
    refuse: (problems) => refuse({ problems, message: undefined }),
    restart: (values) => send({ type: 'merge', base: values, values }),
    replace: (values) => send({ type: 'replace', values }),
    generation: state.generation,
    conflict: conflict.conflict,
    props: { noValidate: true, onSubmit: submit },
  };
}

interface ShownField {
  readonly path: string;
  readonly label: string;
  readonly isRequired: boolean;
}

interface Loaded<V> {
  readonly values: V;
  readonly version: Version;
  /** What somebody else changed must not get a newer version unseen: it is merged when it is saved. */
  readonly isVersioned: boolean;
}

/** The state, read as of now rather than of the last rendering, and how to change it. Follows what is loaded. */
function useFormState<V extends object>({ values, version, isVersioned }: Loaded<V>) {
  const state = useRef(startForm(values));
  const saved = useRef(version);
  const loaded = useRef('');
  const [, render] = useReducer((count: number) => count + 1, 0);
  const loads = canonical({ values, version });
  const isUnseen = () => isChanged(state.current) && canonical(values) !== canonical(state.current.base);
  if (loads !== loaded.current && !(isVersioned && isUnseen())) {
    loaded.current = loads;
    saved.current = version;
    state.current = nextForm(state.current, { type: 'load', values });
  }
  const send = (event: FormEvent<V>) => {
    state.current = nextForm(state.current, event);
    render(undefined);
  };
  return [() => state.current, send, saved] as const;
}

/** Fields that the form requires and the schema does not. */
function emptyFields(shown: ReadonlyMap<string, ShownField>, values: object): readonly string[] {
  return [...shown]
    .filter(
      ([, { path, isRequired }]) =>
        isRequired && ['', null, undefined].includes(valueAt(values, path) as null),
    )
    .map(([path]) => path);
}

/** Moves the focus to the first of these elements on the page, and opens what hides it. */
function focusFirst(ids: readonly string[]): void {
  const elements = ids.map((id) => document.getElementById(id)).filter((element) => element !== null);
  const [first] = elements.sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  if (!first) return;
  for (let box = first.closest('details'); box; box = box.parentElement?.closest('details') ?? null)
    box.open = true;
  // A field of several controls is focused at its first invalid one.
  const control = 'input, select, textarea, button, [tabindex]';
  const invalid = first.querySelector<HTMLElement>('[aria-invalid]');
  (first.matches(control) ? first : (invalid ?? first.querySelector<HTMLElement>(control)))?.focus();
}

/** The fields that the API named in its `details`, and its sentence; also for what never reached the API. */
function readRefusal(error: unknown): Refusal & { readonly status: unknown } {
  const { status, message, details } = Object(error) as Readonly<Record<string, unknown>>;
  if (isCanceled(error)) return { status, problems: [], message: undefined };
  return {
    status,
    problems: Array.isArray(details) ? details.filter(isFieldProblem) : [],
    message: typeof message === 'string' && message !== '' ? message : 'This could not be saved. Try again.',
  };
}

function isFieldProblem(detail: unknown): detail is FieldProblem {
  const { path, problem } = Object(detail) as Partial<Record<keyof FieldProblem, unknown>>;
  return typeof path === 'string' && typeof problem === 'string';
}
