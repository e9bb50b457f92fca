import { attributes, type Html, html } from '../../../server/src/platform/render/html.ts';
import { renderText } from '../render-markdown.ts';
import { nameOf, type Schema } from './api-description.ts';
import { readSchemaGraph } from './schema-graph.ts';

type FieldsOf = 'request' | 'response';

/** Renders schemas, and remembers the objects that need a page. */
export interface SchemaRenderer {
  /** Requests name what is required; responses have all fields, so they name what may be missing. */
  fields(schema: Schema, kind: FieldsOf): Html;
  readonly linked: Set<string>;
}

export function createSchemaRenderer(schemas: Readonly<Record<string, Schema>>): SchemaRenderer {
  const linked = new Set<string>();
  const { resolve, variantsOf, objectsIn, isLarge } = readSchemaGraph(schemas);

  const link = (name: string): Html => {
    linked.add(name);
    return html`<a${attributes({ href: objectUrl(name) })}>${name}</a>`;
  };

  const type = (schema: Schema): Html => {
    const name = nameOf(schema);
    const {
      items,
      type: types,
      format,
      enum: values,
      const: constant,
      patternProperties,
      additionalProperties,
    } = resolve(schema);
    if (name !== undefined && isLarge(schema)) return link(name);
    const variants = variantsOf(schema);
    const orNull =
      (resolve(schema).anyOf ?? resolve(schema).oneOf)?.some((each) => each.type === 'null') &&
      html` or null`;
    if (variants.length > 0) {
      const labels = [...new Map(variants.map((each) => [type(each).toString(), type(each)])).values()];
      return html`${labels.map((label, index) => html`${index > 0 && ' or '}${label}`)}${orNull}`;
    }
    if (items) return html`array of ${type(items)}`;
    if (constant !== undefined) return html`<code>${JSON.stringify(constant)}</code>`;
    if (values) return html`enum`;
    const [value] = [...Object.values(patternProperties ?? {}), additionalProperties];
    if (typeof value === 'object') return html`map of ${type(value)}`;
    if (types === undefined) return html`${schema.properties ? 'object' : 'any value'}`;
    return html`${[types].flat().join(' or ')}${format && ` (${format})`}`;
  };

  /** Variants differ in a constant such as `kind`. */
  const variantName = (schema: Schema, index: number): string => {
    const constants = Object.entries(resolve(schema).properties ?? {}).map(
      ([name, { const: value, enum: values }]) => [
        name,
        value ?? (values?.length === 1 ? values[0] : undefined),
      ],
    );
    const [name, value] = constants.find(([, each]) => each !== undefined) ?? [];
    return name === undefined ? `Variant ${index + 1}` : `${name}: ${JSON.stringify(value)}`;
  };

  const objectList = (objects: readonly Schema[], kind: FieldsOf): Html =>
    html`${objects.map(
      (each, index) =>
        html`${objects.length > 1 && html`<p class="variant">${variantName(each, index)}</p>`}${properties(each, kind)}`,
    )}`;

  const nested = (schema: Schema, kind: FieldsOf): Html | false => {
    const objects = objectsIn(schema);
    const summary = objects.length === 1 ? 'Show properties' : `Show ${objects.length} variants`;
    return (
      objects.length > 0 && html`<details><summary>${summary}</summary>${objectList(objects, kind)}</details>`
    );
  };

  const properties = (schema: Schema, kind: FieldsOf): Html => {
    const { properties: all = {}, required = [] } = resolve(schema);
    const [must, may] = [true, false].map((isRequired) =>
      Object.entries(all)
        .filter(([name]) => required.includes(name) === isRequired)
        .map(([name, each]) => {
          const note = isRequired === (kind === 'request') && (isRequired ? 'required' : 'optional');
          const resolved = resolve(each);
          const text = each.description ?? describe(resolved);
          return html`<li><p class="field"><code class="field-name">${name}</code> <span class="field-type">${type(each)}</span>${note && html` <span class="${note}">${note}</span>`}</p>${text && html`<div class="field-text">${renderText(text)}</div>`}${limitsOf(resolved)}${nested(each, kind)}</li>`;
        }),
    );
    return html`<ul class="fields">${must}${may}</ul>`;
  };

  const fields = (schema: Schema, kind: FieldsOf): Html => {
    // Without its name: on its own page, a large object is not a link to itself.
    const resolved = resolve(schema);
    if (resolved.properties) return properties(resolved, kind);
    return html`<p>${type(resolved)}</p>${objectList(objectsIn(resolved), kind)}`;
  };

  return { fields, linked };
}

export function objectUrl(name: string): string {
  return `/docs/api/objects/${name.toLowerCase()}`;
}

/** Of `anyOf: [{description, type}, {type: null}]` the description is that of the value. */
function describe({ description, anyOf }: Schema): string | undefined {
  return description ?? anyOf?.find((each) => each.description !== undefined)?.description;
}

const IDENTIFIER = '^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$';

/** Allowed values, bounds and the default, in words. */
function limitsOf(schema: Schema): Html | false {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, default: preset } = schema;
  const values =
    schema.enum ??
    schema.items?.enum ??
    schema.anyOf?.flatMap((each) => each.enum ?? (each.const === undefined ? [] : [each.const]));
  const parts: Html[] = [];
  if (values && values.length > 0)
    parts.push(
      html`One of ${values.map((value, index) => html`${index > 0 && ', '}<code>${String(value)}</code>`)}`,
    );
  for (const [least, most, unit] of [
    [minLength, maxLength, ' characters'],
    [minItems, maxItems, ' items'],
    [minimum, maximum, ''],
  ] as const) {
    if (least && most !== undefined) parts.push(html`${amount(least)} to ${amount(most)}${unit}`);
    else if (most !== undefined) parts.push(html`Up to ${amount(most)}${unit}`);
    else if (least !== undefined) parts.push(html`At least ${amount(least)}${unit}`);
  }
  // Excluding U+0000 is what every text does.
  if (pattern === IDENTIFIER)
    parts.push(html`Letters, digits and, inside, <code>.</code> <code>_</code> <code>-</code>`);
  else if (pattern !== undefined && !pattern.includes('u0000'))
    parts.push(html`Matches <code>${pattern}</code>`);
  if (preset !== undefined) parts.push(html`Default <code>${JSON.stringify(preset)}</code>`);
  return (
    parts.length > 0 &&
    html`<p class="limits">${parts.map((part, index) => html`${index > 0 && ' · '}${part}`)}</p>`
  );
}

const amount = (value: number) => value.toLocaleString('en-US');
