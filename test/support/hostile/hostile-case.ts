import type { TestCertificate } from '../network/test-certificate.ts';
import type { Conversation } from './start-hostile-server.ts';

/** What the API lets an administrator do with a connection. */
export const REQUESTS = ['test', 'tables', 'query'] as const;
export type ConnectionRequest = (typeof REQUESTS)[number];

/**
 * What becomes of a request: `fails` with an error that the API documents, `answers` correctly, or `either` where a
 * lenient driver may understand the server.
 */
export type Expected = 'fails' | 'answers' | 'either';

/** One way in which a database misbehaves. */
export interface HostileCase {
  /** Continues "a server that": `sends an empty ErrorResponse as rows`. */
  readonly name: string;
  readonly expected: Expected;
  /** The requests that the server gets to spoil. */
  readonly affects: readonly ConnectionRequest[];
  /** Its connections are encrypted if there is a certificate. */
  readonly script: (certificate: TestCertificate | undefined) => Conversation;
  /** The attack is on encryption itself. */
  readonly needsTls?: boolean;
}
