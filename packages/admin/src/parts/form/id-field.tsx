import { slugOf } from '@inlay/protocol/slug-of';
import { TextField } from '@inlay/ui/controls/text-field';
import type { FieldProps } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';

interface IdFieldProps extends FieldProps<string | undefined> {
  /** The name that it is proposed from. */
  readonly from: string;
  readonly hint?: string;
}

/** The identifier of something new: proposed from its name until it is edited. */
export function IdField({ from, hint, value, ...field }: IdFieldProps): VNode {
  const { identifierHint } = useMessages('admin').parts;
  return <TextField {...field} value={value || slugOf(from)} hint={hint ?? identifierHint} mono />;
}

/** What the field shows: the identifier that was typed, or the proposed one if there is any. */
export function withId<V extends { readonly id?: string | undefined }>(values: V, name: string): V {
  const id = values.id ?? slugOf(name);
  return id === '' ? values : { ...values, id };
}
