import Type from 'typebox';
import type { Wire } from './schema-parts.ts';

/**
 * Every error of the API: its status and the sentence a person reads. Clients rely on codes: one is never reused for
 * another meaning.
 */
export const ERRORS = {
  BODY_MALFORMED: [400, 'The request body is not valid JSON.'],
  REQUEST_INVALID: [400, 'The request is not valid.'],
  LOGIN_FAILED: [401, 'Login failed. Invalid username or password'],
  UNAUTHORIZED: [401, 'Unauthorized'],
  TENANT_DISABLED: [403, 'This tenant is disabled. Ask the operator of this instance to enable it.'],
  ORIGIN_REFUSED: [403, 'This request came from a page of another origin, which may not call this API.'],
  DATA_DENIED: [
    403,
    'This account is not set up for this data. Ask the person who gave you access to complete it.',
  ],
  ACCESS_DENIED: [
    403,
    "This viewer may not open this embed. Sign a context with its app's workspace and the privilege 'view'.",
  ],
  NOT_PERMITTED: [
    403,
    "This viewer is not allowed to do that. It needs the privilege 'contribute' or 'validate' on the app, or a personal copy.",
  ],
  EMBED_NOT_FOUND: [404, 'There is no such embed. Check the identifier in the Embed Manager.'],
  NOT_FOUND: [404, 'There is nothing at this address.'],
  METHOD_NOT_ALLOWED: [405, 'This method is not allowed here.'],
  CONFLICT: [409, 'This conflicts with existing data.'],
  QUOTA_REACHED: [
    409,
    'You have reached the limit of dashboards per person. Delete one that you no longer need.',
  ],
  STALE_VERSION: [412, 'Somebody else changed this in the meantime. Read it again and repeat the change.'],
  BODY_TOO_LARGE: [413, 'The request body is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'This content type is not accepted here. Send application/json.'],
  QUERY_TOO_EXPENSIVE: [422, 'This query is too expensive to preview. Narrow it down.'],
  PRECONDITION_REQUIRED: [
    428,
    'Send If-Match with the ETag that you read, so that no other change is lost; `*` overwrites any.',
  ],
  TOO_MANY_REQUESTS: [429, 'Too many requests in a short time, please wait a bit and try again.'],
  HEADERS_TOO_LARGE: [431, 'The request headers are too large.'],
  INTERNAL: [500, 'Something went wrong on our side. Quote the request id when you ask for help.'],
  DATABASE_FAILED: [
    502,
    'The database did not return a result. Ask an administrator to test its connection.',
  ],
  UNAVAILABLE: [503, 'The service cannot answer right now. Try again in a moment.'],
  DATABASE_TIMEOUT: [504, 'The database took longer than the time limit. Ask for less data.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERRORS;

export const ErrorBodySchema = Type.Object(
  {
    statusCode: Type.Integer(),
    message: Type.String({ description: 'For people: what was wrong and what to do.' }),
    code: Type.Optional(Type.String({ description: 'For programs; its meaning never changes.' })),
    details: Type.Optional(Type.Unknown({ description: 'Particulars, such as the paths of wrong fields.' })),
  },
  { title: 'Error' },
);
/** The body of every error response. */
export type ErrorBody = Wire<typeof ErrorBodySchema>;
