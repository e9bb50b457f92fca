import type { Static, TSchema } from 'typebox';
import type { ConnectionConfig, Credential } from './connection-config.ts';

/** A field of a connection: API, form, stored shape and reference derive from it (ADR 265). */
export interface ConnectionField<Schema extends TSchema = TSchema> {
  /** The schema of its value in requests and in the store; its description appears in the API. */
  readonly schema: Schema;
  readonly label: string;
  /** One sentence below the field in the form. */
  readonly help?: string;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly isMultiline?: boolean;
  /** Used where the field is not set. */
  readonly default?: string | number;
  /** The labels of the values of an enumeration. */
  readonly choices?: Readonly<Record<string, string>>;
  /** The form shows the field only while another one has this value. */
  readonly onlyIf?: { readonly field: string; readonly value: string };
  /** May hold `{{ secrets.x }}` and `{{ attributes.x }}`, and then needs a list of allowed values (ADR 91). */
  readonly readsContext?: boolean;
  /** Changing the field cannot send the password to another server, so the password is not required again. */
  readonly keepsPassword?: boolean;
  /** Returns the problem of a value that matches the schema. Checked on save and again before connecting. */
  problemWith?(value: string): string | undefined;
}

/** In form order. `password` is the only secret: encrypted, never returned, may use context values. */
export type ConnectionFields = Readonly<Record<string, ConnectionField>>;

/** The values that an engine opens a connection with. */
export type ResolvedConnection<Fields extends ConnectionFields> = Pick<ConnectionConfig, 'engine'> & {
  readonly [Name in keyof Fields]: Name extends 'password' ? Credential : ResolvedValue<Fields[Name]>;
};

/** Text that reads the context is always text: empty where it is not set. */
type ResolvedValue<Field extends ConnectionField> =
  | Static<Field['schema']>
  | (Field extends { isRequired: true } | { readsContext: true } | { default: string | number }
      ? never
      : undefined);
