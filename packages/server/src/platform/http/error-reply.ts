import type { ErrorBody } from '@inlay/protocol/error-body';
import type { ErrorCode } from '@inlay/protocol/error-codes';
import { type FieldProblem, shapeErrors } from '@inlay/protocol/shape-errors';
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { AppError, fieldsInvalid } from '../errors.ts';

/** The specification defines the body of these three errors. */
const withoutCode: readonly ErrorCode[] = ['LOGIN_FAILED', 'UNAUTHORIZED', 'TOO_MANY_REQUESTS'];

export function errorBody(error: AppError): ErrorBody {
  return {
    statusCode: error.statusCode,
    message: error.message,
    ...(withoutCode.includes(error.code) ? {} : { code: error.code }),
    ...(error.details === undefined ? {} : { details: error.details }),
  };
}

/** Converts anything thrown to the error format of the API. Internal details are logged with the request id. */
export function replyWithError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = asAppError(thrown);
  logFailure(thrown, request);
  if (error.statusCode === 503) reply.header('retry-after', '5');
  reply
    .code(error.statusCode)
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .send(errorBody(error));
}

export function logFailure(thrown: unknown, { id: requestId, log, raw }: FastifyRequest): void {
  const error = asAppError(thrown);
  const { statusCode, detail, code } = error;
  // Node removes the socket of a request that was ended early.
  if (raw.socket?.destroyed && isDisconnect(thrown))
    log.info({ requestId, detail: String((thrown as Error).message) }, 'caller disconnected');
  // The log writes passing errors once per second.
  else if (statusCode === 503) log.error({ requestId, err: error, detail }, 'request failed');
  else if (statusCode >= 500) log.error({ requestId, err: thrown, detail }, 'request failed');
  else if (detail) log.info({ requestId, detail, code }, 'request refused');
}

/** What reading from or writing to a caller throws who is gone. */
function isDisconnect(thrown: unknown): boolean {
  const { name, code } = thrown as Partial<NodeJS.ErrnoException>;
  return (
    name === 'AbortError' || ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes(String(code))
  );
}

const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BODY_MALFORMED',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'REQUEST_INVALID',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
};

export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const error = thrown as Partial<FastifyError>;
  if (error.validation) return invalidRequest(error.validation, error.validationContext ?? 'body');
  const known = fastifyCodes[error.code ?? ''];
  if (known === 'BODY_MALFORMED')
    return new AppError(known, { message: 'The request body is empty. Send JSON.' });
  if (known) return new AppError(known);
  if (error.code === textNotStorable) return new AppError('REQUEST_INVALID', { detail: error.message ?? '' });
  // Fastify's errors first: a caller who disconnects during a body resets a connection, like a failing store.
  if (error.statusCode && error.statusCode < 500)
    return new AppError('REQUEST_INVALID', { detail: error.message ?? '' });
  if (passingCodes.includes(error.code ?? ''))
    return new AppError('UNAVAILABLE', { detail: String(error.message), cause: thrown });
  return new AppError('INTERNAL', { cause: thrown });
}

/** PostgreSQL's error for a NUL in a value, such as `?q=%00`. */
const textNotStorable = '22021';

/**
 * Of the operating system, where neither the request nor a mistake of ours is at fault: a connection broke, or the disk
 * is full. The store reports its own troubles as `StoreUnavailableError`.
 */
const passingCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
];

/** Errors are compared with unions; of a body with more mistakes than these, each branch is reported. */
const MAX_COMPARED = 200;

function invalidRequest(errors: readonly FastifySchemaValidationError[], where: string): AppError {
  const unions = new Map<FastifySchemaValidationError, readonly FieldProblem[]>();
  for (const error of errors.length > MAX_COMPARED ? [] : errors) {
    const problems = problemsOfUnion(error, where);
    if (problems.length > 0) unions.set(error, problems);
  }
  const isInUnion = ({ schemaPath }: FastifySchemaValidationError) =>
    unions.keys().some((union) => schemaPath.startsWith(`${union.schemaPath}/`));
  // The errors of a union's branches come before that of the union, which replaces them.
  const all = errors
    .filter((error) => !isInUnion(error))
    .flatMap((error) => unions.get(error) ?? describe(error, where));
  // A keyword may be reported twice, once for each schema that has it: one problem per field is enough.
  const first = new Map(all.toReversed().map((problem) => [problem.path, problem]));
  const problems = all.filter((problem) => first.get(problem.path) === problem);
  return fieldsInvalid(problems.length > 0 ? problems : [{ path: where, problem: 'is not valid' }]);
}

/** The validator reports a union as one failure of each branch; `shapeErrors` knows which branch was meant. */
function problemsOfUnion(error: FastifySchemaValidationError, where: string): readonly FieldProblem[] {
  if (error.keyword !== 'anyOf') return [];
  const { schema, data } = error as { schema?: unknown; data?: unknown };
  const base = where === 'body' ? error.instancePath : error.instancePath.slice(1);
  return shapeErrors({ anyOf: schema }, data, base || (where === 'body' ? 'The request body' : where));
}

function describe(error: FastifySchemaValidationError, where: string): FieldProblem[] {
  const { keyword, params, message = 'is not valid' } = error;
  const schema = (error as { parentSchema?: Record<string, unknown> }).parentSchema ?? {};
  const base =
    where === 'querystring' || where === 'params' ? error.instancePath.slice(1) : error.instancePath;
  const inside = (name: unknown) => (base || where === 'body' ? `${base}/${name}` : String(name));
  const at = base || (where === 'body' ? 'The request body' : where);
  if (keyword === 'anyOf' || (keyword === 'type' && params.type === 'null')) return [];
  if (keyword === 'required') return [{ path: inside(params.missingProperty), problem: 'is required' }];
  if (keyword === 'additionalProperties') {
    if (where === 'querystring')
      return [
        { path: String(params.additionalProperty), problem: `is not a parameter; ${parametersOf(schema)}` },
      ];
    return [{ path: inside(params.additionalProperty), problem: 'is not a known field' }];
  }
  if (typeof schema['x-problem'] === 'string') return [{ path: at, problem: schema['x-problem'] }];
  if (keyword === 'const') return [{ path: at, problem: `must be ${JSON.stringify(params.allowedValue)}` }];
  if (keyword === 'enum')
    return [{ path: at, problem: `must be one of ${(params.allowedValues as unknown[]).join(', ')}` }];
  return [{ path: at, problem: message }];
}

function parametersOf({ properties }: { readonly properties?: object | undefined }): string {
  const names = Object.keys(properties ?? {});
  return names.length === 0 ? 'this route has none' : `this route has ${names.join(', ')}`;
}
