// DEMO ONLY. Here the page edits what the server signs, to show how embeds follow the signed context. Do not copy it: in
// your application the context comes from the session, and whoever can choose it can see everything (ADR 326).
import { AsyncLocalStorage } from 'node:async_hooks';

const APP = 'sales';
const PRIVILEGES = ['view', 'contribute', 'validate'];
const FIELDS = ['privileges', 'groups', 'attributes'];

/** Why an edited context is not signed. The page words it in the language of the user. */
export class EditError extends Error {
  constructor(problem) {
    super(`The edited context is not signed: ${problem}.`);
    this.problem = problem;
  }
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === 'string' && value.length > 0 && value.length <= 200;
const isValue = (value) =>
  ['string', 'number', 'boolean'].includes(typeof value) || (Array.isArray(value) && value.every(isText));

const checks = {
  privileges: (value) =>
    isObject(value) &&
    Object.keys(value).every((app) => app === APP) &&
    Array.isArray(value[APP] ?? []) &&
    (value[APP] ?? []).every((name) => PRIVILEGES.includes(name)),
  groups: (value) => Array.isArray(value) && value.every(isText),
  attributes: (value) => isObject(value) && Object.values(value).every(isValue),
};

/**
 * The context of a user with the privileges, groups and attributes that the page sent. Everything else stays the user's: an
 * edit reaches no other app or workspace, has no role and no secrets.
 */
export function editContext({ username }, edit) {
  if (!isObject(edit) || !Object.keys(edit).every((field) => FIELDS.includes(field)))
    throw new EditError('fields');
  for (const field of FIELDS)
    if (edit[field] !== undefined && !checks[field](edit[field])) throw new EditError(field);
  const { privileges = {}, groups = [], attributes = {} } = edit;
  return { username, privileges, groups, attributes };
}

const watching = new AsyncLocalStorage();

/** `fetch` that remembers the assertion it sends, for the page to show. */
export const watchedFetch = (address, options) => {
  const seen = watching.getStore();
  const assertion = options?.body instanceof URLSearchParams && options.body.get('assertion');
  if (seen && assertion) seen.assertion = assertion;
  return fetch(address, options);
};

/** The result of an exchange, with the assertion that was exchanged. It is used up, and useless without the client secret. */
export const withAssertion = (exchange) => {
  const seen = {};
  return watching.run(seen, async () => ({ ...(await exchange()), assertion: seen.assertion }));
};

/** A small JSON body. Browsers do not send this content type to another site without asking it first. */
export async function readEdit(request) {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) throw new EditError('json');
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += part;
    if (text.length > 8192) throw new EditError('size');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new EditError('json');
  }
}
