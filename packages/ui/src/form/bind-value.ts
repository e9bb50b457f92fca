import { type FieldSchema, isNumber, isText } from './form-schema.ts';

interface TextProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly maxLength?: number;
}

interface NumberProps {
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly min?: number;
  readonly max?: number;
}

interface CheckProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** What a control takes for a value of this type: a text, a number, a tick, or the value itself. */
export type BoundProps<T> = [NonNullable<T>] extends [string]
  ? TextProps
  : [NonNullable<T>] extends [number]
    ? NumberProps
    : [NonNullable<T>] extends [boolean]
      ? CheckProps
      : { readonly value: T; readonly onChange: (value: T) => void };

/**
 * Translates between the values of the wire, where nothing is null or left out, and those of controls, where it is an
 * empty text or an unticked box. This is the only place that does.
 */
export function bindValue<T>(
  field: FieldSchema,
  value: unknown,
  onChange: (value: unknown) => void,
): BoundProps<T>;
export function bindValue(
  { schema, isNullable, isRequired }: FieldSchema,
  value: unknown,
  onChange: (value: unknown) => void,
): object {
  const nothing = isNullable ? null : undefined;
  if (isText(schema))
    return {
      value: String(value ?? ''),
      onChange: (text: string) => onChange(text === '' && !isRequired ? nothing : text),
      ...(schema.maxLength === undefined ? {} : { maxLength: schema.maxLength }),
    };
  if (isNumber(schema))
    return {
      value: typeof value === 'number' ? value : null,
      onChange: (number: number | null) => onChange(number ?? nothing),
      ...(schema.minimum === undefined ? {} : { min: schema.minimum }),
      ...(schema.maximum === undefined ? {} : { max: schema.maximum }),
    };
  if (schema.type === 'boolean') return { checked: value === true, onChange };
  return { value, onChange };
}
