/** Codes are stable: other parts branch on them, so none is ever reused for something else. */
export type EngineErrorCode =
  | 'ADDRESS_NOT_ALLOWED'
  | 'UNREACHABLE'
  | 'TLS_FAILED'
  | 'WRONG_CREDENTIALS'
  | 'UNKNOWN_DATABASE'
  | 'NOT_PERMITTED'
  | 'BAD_CONNECTION'
  | 'BAD_STATEMENT'
  | 'BAD_RESPONSE'
  | 'TOO_LARGE'
  | 'BAD_FILE'
  | 'TOO_COMPLEX'
  | 'OVERFLOW'
  | 'TIMEOUT'
  | 'CANCELLED'
  | 'CONNECTION_LOST'
  | 'TOO_BUSY'
  | 'CIRCUIT_OPEN'
  | 'CONNECTION_PAUSED'
  | 'OUT_OF_MEMORY'
  | 'CRASHED'
  | 'FAILED';

const MESSAGES: Readonly<Record<EngineErrorCode, string>> = {
  ADDRESS_NOT_ALLOWED:
    'The database is at a private or reserved address. The operator can allow its network with INLAY_ALLOW_PRIVATE_NETWORKS.',
  UNREACHABLE:
    'The database cannot be reached. Check the host and port, and that it accepts connections from this server.',
  TLS_FAILED:
    'The TLS connection failed. Check the certificate of the database and the TLS mode of the connection.',
  WRONG_CREDENTIALS: 'The database rejected the user or password. Check both in the connection.',
  UNKNOWN_DATABASE:
    'The database server has no database with this name. Check the database in the connection.',
  NOT_PERMITTED:
    'The database user does not have permission to read this. Grant it read access, or use another table.',
  BAD_CONNECTION: 'The connection is incomplete. Check its fields.',
  BAD_STATEMENT: 'The database could not run the query. Check the SQL, columns and types of the dataset.',
  BAD_RESPONSE:
    'The response of the database does not follow its protocol. Check that the host and port belong to a database of this kind.',
  TOO_LARGE: 'The result is too large. Select fewer or shorter columns.',
  BAD_FILE: 'The file cannot be read. Check that it is a complete CSV, Parquet or JSON file.',
  TOO_COMPLEX:
    'The query has more parts than the database accepts. Use fewer measures, or fewer fields of related datasets.',
  OVERFLOW:
    'A number is too large for its type in the database. Check the SQL and the computed columns of the dataset.',
  TIMEOUT: 'The query exceeded the time limit. Request less data, or raise the limit.',
  CANCELLED: 'The query was canceled.',
  CONNECTION_LOST: 'The connection to the database was lost. Try again.',
  TOO_BUSY: 'The database has too many connections right now. Try again in a moment.',
  CIRCUIT_OPEN:
    'The database did not respond several times in a row, so queries are paused for a moment. Test its connection.',
  CONNECTION_PAUSED:
    'Responses of the database crashed its driver twice in a row, so the connection is paused for a minute. Check that the host and port belong to a database of this kind.',
  OUT_OF_MEMORY: 'The query exceeded its memory limit. Request fewer groups or rows.',
  CRASHED: 'The query crashed the query engine. Simplify the SQL, or check the file that it reads.',
  FAILED: 'The database reported an error. See the log for its message.',
};

export interface EngineErrorOptions {
  /** Replaces the default message of the code. Must not contain credentials or data. */
  readonly message?: string;
  /**
   * Message from the database. It can quote rows that the viewer must not see, so it is only for the log and
   * administrators.
   */
  readonly detail?: string;
  /** The column of the result that it is about, by its name in the statement. */
  readonly column?: string | undefined;
}

/** `message` may be shown to anyone; `detail` is for the log. Neither ever holds a credential. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;
  readonly detail: string | undefined;
  readonly column: string | undefined;

  constructor(code: EngineErrorCode, options: EngineErrorOptions = {}) {
    super(options.message ?? MESSAGES[code]);
    this.code = code;
    this.detail = options.detail;
    this.column = options.column;
  }
}

/** The database, or what is in its place, sent something that its protocol does not allow here. */
export const badResponse = (detail: string) => new EngineError('BAD_RESPONSE', { detail });

export const noColumns = () => badResponse('The result has no columns.');
