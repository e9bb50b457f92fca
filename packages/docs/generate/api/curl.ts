import type { NamedOperation, Parameter, Schema } from './api-description.ts';
import { exampleOf } from './example.ts';

const INSTANCE = 'http://localhost:4000';

/** The operation as a command; values to fill in are in capitals. */
export function curlOf(operation: NamedOperation, schemas: Readonly<Record<string, Schema>>): string {
  const { method, path, parameters = [], requestBody, security } = operation;
  const query = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map((each) => `${each.name}=${sampleValue(each)}`)
    .join('&');
  const address = `${INSTANCE}${path.replaceAll(/([^/]+)\/\{(\w+)\}/g, (_, before: string, name: string) => `${before}/${placeholder(before, name)}`)}`;
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const isUpload = type === 'application/octet-stream';
  // curl chooses POST for a body and PUT for an upload.
  const usual = isUpload ? 'put' : type === undefined ? 'get' : 'post';
  const parts = [
    `curl ${quote(query ? `${address}?${query}` : address)}`,
    method !== usual && `-X ${method.toUpperCase()}`,
    ...authorize(security),
    ...parameters
      .filter((each) => each.in === 'header' && (each.required || each.name === 'if-match'))
      .map(
        (each) => `-H ${quote(`${each.name}: ${each.name === 'if-match' ? '"ETAG"' : sampleValue(each)}`)}`,
      ),
    ...bodyOf(type, body?.schema, schemas),
  ];
  return parts.filter(Boolean).join(' \\\n  ');
}

function authorize(security: NamedOperation['security']): readonly string[] {
  const [scheme] = Object.keys(security[0] ?? {});
  if (scheme === 'login') return ['-H "authorization: Bearer $TOKEN"'];
  if (scheme === 'embed') return ['-H "authorization: Bearer $EMBED_TOKEN"'];
  return scheme === 'client' ? ['-u "$CLIENT_ID:$CLIENT_SECRET"'] : [];
}

function bodyOf(
  type: string | undefined,
  schema: Schema | undefined,
  schemas: Readonly<Record<string, Schema>>,
): readonly string[] {
  if (type === undefined) return [];
  if (type === 'application/octet-stream') return ['-T orders.csv'];
  const example = schema ? exampleOf(schemas, schema, 'request') : {};
  if (type === 'application/x-www-form-urlencoded')
    return Object.entries(example as object).map(
      ([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`,
    );
  if (type !== 'application/json') return [`-H ${quote(`content-type: ${type}`)}`, '--data-binary @FILE'];
  const json = JSON.stringify(example, null, 2);
  const text = json.length <= 72 ? JSON.stringify(example) : json;
  return [`-H ${quote(`content-type: ${type}`)}`, `-d ${quote(text)}`];
}

/** `/users/{id}` wants a `USER_ID`. */
function placeholder(before: string, name: string): string {
  const owner = before.replace(/ies$/, 'y').replace(/s$/, '').replaceAll('-', '_');
  return (name === 'id' ? `${owner}_id` : name.replaceAll(/([A-Z])/g, '_$1')).toUpperCase();
}

const sampleValue = ({ name, schema }: Parameter) =>
  String(schema.enum?.[0] ?? schema.default ?? name.toUpperCase());

/** Quoted for a shell only where it has to be. */
function quote(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
