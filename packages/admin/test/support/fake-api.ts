import type { PasswordLink } from '@inlay/protocol/password-link';
import type { Wire } from '@inlay/protocol/schema-parts';
import type {
  Confirmation,
  ConfirmOptions,
  NewTotp,
  PasskeyResponseSchema,
  RecoveryCodes,
  SecondFactorProof,
  SignInStep,
  WebAuthnOptionsSchema,
} from '@inlay/protocol/second-factor';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { SignInOptions } from '@inlay/protocol/sign-in';
import type { Operations, Schemas } from '../../src/api/operations.ts';

type WebAuthnOptions = Wire<typeof WebAuthnOptionsSchema>;
type PasskeyProof = Wire<typeof PasskeyResponseSchema>;

interface Route<Body, Response> {
  readonly path: undefined;
  readonly query: undefined;
  readonly body: Body;
  readonly response: Response;
}

type StartedWithCodes = RecoveryCodes & { readonly expiresAt: string };

/** The operations of the public API, and the session of the admin app. */
interface Routes extends Operations {
  'POST /admin/session': Route<
    { readonly username: string; readonly password: string },
    SignInStep | undefined
  >;
  'DELETE /admin/session': Route<undefined, undefined>;
  'GET /admin/session/options': Route<undefined, SignInOptions>;
  'POST /admin/session/passkey-options': Route<undefined, WebAuthnOptions>;
  'POST /admin/session/passkey': Route<PasskeyProof, undefined>;
  'POST /admin/session/second-factor': Route<SecondFactorProof, undefined>;
  'POST /admin/session/second-factor/passkey-options': Route<undefined, WebAuthnOptions>;
  'POST /admin/session/set-up/passkey-options': Route<undefined, WebAuthnOptions>;
  'POST /admin/session/set-up/passkey': Route<PasskeyProof & { readonly name: string }, StartedWithCodes>;
  'POST /admin/session/set-up/totp': Route<undefined, NewTotp>;
  'POST /admin/session/set-up/totp/confirm': Route<{ readonly code: string }, StartedWithCodes>;
  'GET /admin/session/confirm': Route<undefined, ConfirmOptions>;
  'POST /admin/session/confirm': Route<Confirmation, undefined>;
  'POST /admin/session/confirm/passkey-options': Route<undefined, WebAuthnOptions>;
  'GET /admin/password-reset': Route<undefined, { readonly available: boolean }>;
  'POST /admin/password-reset': Route<{ readonly username: string }, undefined>;
  'POST /admin/password-link': Route<{ readonly token: string }, PasswordLink>;
  'POST /admin/password-link/password': Route<
    { readonly token: string; readonly newPassword: string },
    undefined
  >;
}

type RouteName = keyof Routes;

/** A request as an operation of the API receives it. */
export interface Call<Name extends RouteName> {
  readonly path: Routes[Name]['path'];
  readonly query: Routes[Name]['query'];
  readonly body: Routes[Name]['body'];
  readonly headers: Headers;
}

/** An error response. */
export class Refusal {
  readonly status: number;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, body: object, headers: Readonly<Record<string, string>>) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Of a file of users. */
interface LineProblems {
  readonly total: number;
  readonly problems: readonly { readonly line: number; readonly field: string; readonly problem: string }[];
}

/** Content that an error names. */
type NamedContent = Readonly<Partial<Record<'usedBy' | 'tiles' | 'refused', readonly object[]>>>;

interface RefusalParts {
  readonly code?: string;
  readonly message?: string;
  /** The fields it is about, in most cases. */
  readonly details?: readonly FieldProblem[] | LineProblems | NamedContent;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `refuse(400, { details: [{ path: '/alias', problem: 'is taken' }] })` */
export function refuse(status: number, { headers = {}, ...parts }: RefusalParts = {}): Refusal {
  return new Refusal(status, { message: `Refused with ${status}.`, ...parts }, headers);
}

/** What a list returns: all of it on one page. */
export function list<T>(...data: readonly T[]): {
  readonly data: readonly T[];
  readonly meta: Schemas['PageMeta'];
} {
  return { data, meta: { total: data.length, page: 1, limit: 200, lastPage: 1 } };
}

type Response<Name extends RouteName> = Routes[Name]['response'] | Refusal;

/** Responses by operation. One that throws is a connection that failed. */
export type Responses = {
  readonly [Name in RouteName]?: (call: Call<Name>) => Response<Name> | Promise<Response<Name>>;
};

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | Blob | undefined;
}

export interface FakeApi {
  /** The requests to an operation so far. */
  readonly calls: <Name extends RouteName>(name: Name) => readonly Call<Name>[];
  /** The requests that change something, in order: `POST /api/v0/groups`. A preview changes nothing, and may come late. */
  readonly writes: readonly string[];
  /** Replaces responses from now on. */
  readonly respond: (responses: Responses) => void;
  /** Requests to operations without a response. */
  readonly unexpected: readonly string[];
  readonly send: (request: SentRequest) => Promise<globalThis.Response>;
}

/** An API with the types of the real one, which responds as a test tells it to and remembers what it was sent. */
export function fakeApi(initial: Responses): FakeApi {
  let responses = initial;
  const calls: { [Name in RouteName]?: Call<Name>[] } = {};
  const writes: string[] = [];
  const unexpected: string[] = [];

  const isKnown = (name: string): name is RouteName => name in responses;
  const call = async <Name extends RouteName>(name: Name, request: Call<Name>): Promise<Response<Name>> => {
    const known: Call<Name>[] | undefined = calls[name];
    if (known) known.push(request);
    else Object.assign(calls, { [name]: [request] });
    return responses[name]?.(request);
  };
  return {
    calls: (name) => calls[name] ?? [],
    writes,
    unexpected,
    respond: (changed) => {
      responses = { ...responses, ...changed };
    },
    send: async ({ method, url, headers, body }) => {
      const { pathname, searchParams } = new URL(url, 'http://inlay.test');
      if (method !== 'GET' && !pathname.endsWith('/preview')) writes.push(`${method} ${pathname}`);
      const matches = Object.keys(responses)
        .map((name) => ({ name, params: paramsOf(name, `${method} ${pathname.replace('/api/v0', '')}`) }))
        .filter(({ params }) => params !== undefined)
        .sort((a, b) => (a.params?.length ?? 0) - (b.params?.length ?? 0));
      const [match] = matches;
      if (!match || !isKnown(match.name)) {
        unexpected.push(`${method} ${url}`);
        return toResponse(refuse(404, { message: `The test has no response to ${method} ${url}.` }));
      }
      const { name, params = [] } = match;
      const path = Object.fromEntries(params);
      const read = typeof body === 'string' ? JSON.parse(body) : body;
      const query = Object.fromEntries([...searchParams].map((entry): string[] => entry));
      return toResponse(await call(name, { path, query, headers, body: read }));
    },
  };
}

/** `/users/{id}` and `/users/anna`: `[['id', 'anna']]`. */
function paramsOf(pattern: string, address: string): string[][] | undefined {
  const wanted = pattern.split('/');
  const given = address.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: string[][] = [];
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? '';
    if (part.startsWith('{')) params.push([part.slice(1, -1), decodeURIComponent(text)]);
    else if (part !== text) return undefined;
  }
  return params;
}

function toResponse(result: unknown): globalThis.Response {
  if (result === undefined) return new Response(null, { status: 204 });
  const { status, body, headers } =
    result instanceof Refusal ? result : { status: 200, body: result, headers: {} };
  return Response.json(body, { status, headers });
}
