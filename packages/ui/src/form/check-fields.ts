import type { AdminMessages } from '@inlay/messages/admin';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { type FormSchema, isText, withoutNull } from './form-schema.ts';

/** What is wrong with a value, to follow the label of its field: "Username is required". */
type ProblemTexts = AdminMessages['form'];

/**
 * What can be known to be wrong before anything is sent: missing values, lengths, patterns, ranges, choices. The server
 * decides; its own check (`typebox/value`) would add 27 KB to every page with a form.
 */
export function checkFields(
  schema: FormSchema,
  value: unknown,
  texts: ProblemTexts,
): readonly FieldProblem[] {
  return check({ schema, value, path: '', texts });
}

interface Place {
  readonly schema: FormSchema;
  readonly value: unknown;
  readonly path: string;
  readonly texts: ProblemTexts;
}

function check(place: Place): readonly FieldProblem[] {
  const { schema, isNullable } = withoutNull(place.schema);
  const { value, path, texts } = place;
  if (value === null && isNullable) return [];
  if (schema.type === 'object' && schema.properties) return checkObject({ ...place, schema });
  if (schema.type === 'array') return checkList({ ...place, schema });
  const problem = checkValue(schema, value, texts);
  return problem === undefined ? [] : [{ path, problem }];
}

function checkObject({ schema, value, path, texts }: Place): readonly FieldProblem[] {
  const values = Object(value) as Readonly<Record<string, unknown>>;
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const at = `${path}/${key}`;
    if (schema.required?.includes(key) && isMissing(inner, values[key]))
      return [{ path: at, problem: texts.required }];
    return values[key] === undefined ? [] : check({ schema: inner, value: values[key], path: at, texts });
  });
}

function isMissing(schema: FormSchema, value: unknown): boolean {
  const { schema: inner, isNullable } = withoutNull(schema);
  return value === undefined || (value === null && !isNullable && inner.type !== undefined);
}

function checkList({ schema, value, path, texts }: Place): readonly FieldProblem[] {
  if (!Array.isArray(value)) return [];
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items = {} } = schema;
  if (value.length < minItems) return [{ path, problem: texts.minItems({ count: minItems }) }];
  if (value.length > maxItems) return [{ path, problem: texts.maxItems({ count: maxItems }) }];
  return value.flatMap((item, at) => check({ schema: items, value: item, path: `${path}/${at}`, texts }));
}

function checkValue(schema: FormSchema, value: unknown, texts: ProblemTexts): string | undefined {
  const { type, enum: values, 'x-problem': known } = schema;
  if (value === '' && values) return texts.required;
  if (values && !values.includes(value)) return known ?? texts.oneOf({ values: values.join(', ') });
  if (isText(schema) && typeof value === 'string') return checkText(schema, value, texts);
  if (type === 'integer' && !Number.isInteger(value)) return texts.wholeNumber;
  if (type === 'number' && !Number.isFinite(value)) return texts.number;
  return typeof value === 'number' ? checkRange(schema, value, texts) : undefined;
}

function checkText(schema: FormSchema, text: string, texts: ProblemTexts): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format, 'x-problem': known } = schema;
  // The server counts characters, not UTF-16 units.
  const length = [...text].length;
  if (length === 0 && minLength > 0) return texts.required;
  if (length < minLength) return texts.minLength({ count: minLength });
  if (length > maxLength) return texts.maxLength({ count: maxLength });
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return known ?? texts.format;
  if (format === 'date-time' && Number.isNaN(Date.parse(text))) return known ?? texts.dateTime;
  return undefined;
}

function checkRange(schema: FormSchema, value: number, texts: ProblemTexts): string | undefined {
  const { minimum, maximum } = schema;
  const isLow = minimum !== undefined && value < minimum;
  const isHigh = maximum !== undefined && value > maximum;
  if (!isLow && !isHigh) return undefined;
  if (minimum === undefined || maximum === undefined)
    return isLow ? texts.minimum({ min: minimum ?? 0 }) : texts.maximum({ max: maximum ?? 0 });
  return texts.range({ min: minimum, max: maximum });
}
