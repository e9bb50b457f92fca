import { type Attribute, text } from './attribute.ts';

/** Attributes of every resource (RFC 7643 §3.1), which no schema lists. */
export const COMMON_ATTRIBUTES: readonly Attribute[] = [
  text('externalId', 'Identifier of the resource at the identity provider.', { caseExact: true }),
];

/** The server alone sets them. */
export const SERVER_ATTRIBUTES: readonly string[] = ['schemas', 'id', 'meta'];
