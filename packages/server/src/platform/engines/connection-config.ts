/** A credential that only `reveal` returns: it prints and serializes as nothing. */
export interface Credential {
  reveal(): string;
}

export type ConnectionValue = string | number | Credential | undefined;

/** The values of an engine's connection fields, with every `{{ … }}` already resolved for one viewer. */
export interface ConnectionConfig {
  readonly engine: string;
  readonly [field: string]: ConnectionValue;
}

/** How the connection is encrypted: `verified` checks the certificate, `unverified` does not, `off` sends in clear. */
export type TlsChoice = 'verified' | 'unverified' | 'off';

/** A database over the network: the values of `networkFields`. An alias, because an interface has no index signature. */
export type NetworkConnection = {
  readonly engine: string;
  readonly host: string;
  readonly port?: number | undefined;
  readonly database: string;
  readonly user: string;
  readonly password: Credential;
  readonly tls: TlsChoice;
  /** PEM of the authority that signed the database's certificate, when it is not a public one. */
  readonly certificateAuthority?: string | undefined;
};

/** All values of a connection with its credential in plain text, sorted by field. Only for keyed hashes. */
export function revealConnection(config: ConnectionConfig): readonly (readonly [string, string | number])[] {
  return Object.entries(config)
    .flatMap(([field, value]) =>
      value === undefined ? [] : [[field, typeof value === 'object' ? value.reveal() : value] as const],
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
