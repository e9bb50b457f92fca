/** A credential that only `reveal` returns: it prints and serializes as nothing. */
export interface Credential {
  reveal(): string;
}

/** How the connection is encrypted: `verified` checks the certificate, `unverified` does not, `off` sends in clear. */
export type TlsChoice = 'verified' | 'unverified' | 'off';

/** A database over the network, with every `{{ … }}` already resolved for one viewer. */
export interface NetworkConnection {
  readonly engine: 'postgres' | 'mysql' | 'clickhouse' | 'trino';
  readonly host: string;
  readonly port?: number;
  /** For Trino `catalog` or `catalog/schema`. */
  readonly database: string;
  readonly user: string;
  readonly password: Credential;
  readonly tls: TlsChoice;
  /** PEM of the authority that signed the database's certificate, when it is not a public one. */
  readonly certificateAuthority?: string;
}

/** A tenant's own folder of uploaded files. */
export interface FilesConnection {
  readonly engine: 'duckdb';
  readonly folder: string;
}

export type ConnectionConfig = NetworkConnection | FilesConnection;
