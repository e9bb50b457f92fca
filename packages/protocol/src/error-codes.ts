/**
 * Every error of the API with its status and message. Clients rely on codes, so a code is never reused for another
 * meaning.
 */
export const ERRORS = {
  BODY_MALFORMED: [400, 'The request body is not valid JSON.'],
  REQUEST_INVALID: [400, 'The request is not valid.'],
  LOGIN_FAILED: [401, 'Login failed. Invalid username or password'],
  UNAUTHORIZED: [401, 'Unauthorized'],
  TENANT_DISABLED: [403, 'This tenant is disabled. Ask the operator of this instance to enable it.'],
  ORIGIN_REFUSED: [
    403,
    'Pages of other origins cannot call this API. Call it from your server, or from a page of this instance.',
  ],
  DATA_DENIED: [403, 'You do not have access to this data. Contact your administrator.'],
  ACCESS_DENIED: [
    403,
    "This viewer does not have access to this embed. Sign a context with the workspace of its app and the privilege 'view'.",
  ],
  NOT_PERMITTED: [
    403,
    "This viewer does not have permission to do this. It requires the privilege 'contribute' or 'validate' on the app, or a personal copy.",
  ],
  REPORTS_OFF: [
    403,
    'Subscriptions are switched off here. An administrator can switch them on in the report settings.',
  ],
  CONFIRMATION_REQUIRED: [
    403,
    'Confirm that it is you, then try again. You last did so more than 15 minutes ago.',
  ],
  NO_TENANT: [404, 'No tenant here. Check the host name in the address.'],
  EMBED_NOT_FOUND: [404, 'Embed not found. Check its identifier in the Embed Manager.'],
  NOT_FOUND: [404, 'Not found. Check the address.'],
  METHOD_NOT_ALLOWED: [405, 'This address does not support the HTTP method.'],
  CONFLICT: [409, 'This conflicts with existing data.'],
  QUOTA_REACHED: [
    409,
    'You have reached the maximum number of dashboards per person. Delete one that you no longer need.',
  ],
  STALE_VERSION: [412, 'Somebody else changed this in the meantime. Reload it and make your change again.'],
  BODY_TOO_LARGE: [413, 'The request body is too large. Send less data.'],
  STORAGE_QUOTA_REACHED: [
    413,
    'The storage quota of this tenant does not suffice for this file. Delete files that you no longer need.',
  ],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported content type. Send application/json.'],
  QUERY_TOO_EXPENSIVE: [422, 'This would take too long to load. Shorten the date range or use fewer fields.'],
  PRECONDITION_REQUIRED: [
    428,
    'The If-Match header is required. Send the ETag of the version you read, or `*` to overwrite any version.',
  ],
  TOO_MANY_REQUESTS: [429, 'Too many requests in a short time, please wait a bit and try again.'],
  TENANT_QUOTA_REACHED: [429, 'A monthly quota of this tenant is used up.'],
  HEADERS_TOO_LARGE: [431, 'The request headers are too large. Send fewer or shorter headers.'],
  INTERNAL: [500, 'An internal error occurred. Include the request id when you ask for help.'],
  DATABASE_FAILED: [
    502,
    'The database did not return a result. Ask an administrator to test its connection.',
  ],
  UNAVAILABLE: [503, 'The service is unavailable right now. Try again in a moment.'],
  DATABASE_TIMEOUT: [504, 'The query exceeded the time limit. Request less data, for example with a filter.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERRORS;
