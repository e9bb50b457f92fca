import { SCIM_ERROR_SCHEMA } from '@inlay/protocol/scim';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../../platform/errors.ts';
import { asAppError, logFailure, replyWithError } from '../../../platform/http/error-reply.ts';

/** Error types of RFC 7644 §3.12, table 9. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** A refusal by a SCIM route. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly statusCode: number;
  readonly scimType: ScimType | undefined;

  constructor(statusCode: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.statusCode = statusCode;
    this.scimType = scimType;
  }
}

export const invalidFilter = (detail: string) => new ScimError(400, detail, 'invalidFilter');
export const invalidPath = (detail: string) => new ScimError(400, detail, 'invalidPath');
export const invalidSyntax = (detail: string) => new ScimError(400, detail, 'invalidSyntax');
export const invalidValue = (detail: string) => new ScimError(400, detail, 'invalidValue');
export const notModifiable = (detail: string) => new ScimError(400, detail, 'mutability');

/** Refused before anything of SCIM: these have the body that they have on every route. */
const OF_EVERY_ROUTE: readonly AppError['code'][] = ['UNAUTHORIZED', 'NO_TENANT', 'TENANT_DISABLED'];

/** Replies to errors of SCIM routes as RFC 7644 §3.12 requires. */
export function replyWithScimError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = thrown instanceof ScimError ? undefined : asAppError(thrown);
  if (error && OF_EVERY_ROUTE.includes(error.code)) {
    replyWithError(thrown, request, reply);
    return;
  }
  if (error) {
    logFailure(thrown, request);
    reply.headers(error.headers);
  }
  const { statusCode, message, scimType } =
    thrown instanceof ScimError ? thrown : fromAppError(error as AppError);
  if (statusCode === 503) reply.header('retry-after', '5');
  reply
    .code(statusCode)
    .type('application/scim+json; charset=utf-8')
    .send({
      schemas: [SCIM_ERROR_SCHEMA],
      status: String(statusCode),
      ...(scimType && { scimType }),
      detail: message,
    });
}

function fromAppError(error: AppError): Pick<ScimError, 'statusCode' | 'message' | 'scimType'> {
  const { statusCode, message, code } = error;
  // Other routes name fields by their path in the body.
  const named = message.replace(/^\/username/, 'userName').replace(/^\//, '');
  return { statusCode, message: named, scimType: typeOf(code) };
}

function typeOf(code: AppError['code']): ScimType | undefined {
  if (code === 'BODY_MALFORMED') return 'invalidSyntax';
  if (code === 'REQUEST_INVALID') return 'invalidValue';
  return code === 'CONFLICT' ? 'uniqueness' : undefined;
}
