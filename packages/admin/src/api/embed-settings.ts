interface JwksKey {
  readonly kid: string | null;
  readonly bits: number | null;
  readonly usable: boolean;
  readonly problem: string | null;
}

export interface Signature {
  readonly mode: 'public-key' | 'jwks';
  readonly changedAt: string | null;
  readonly publicKey?: string;
  readonly fingerprint?: string;
  readonly bits?: number;
  readonly url?: string;
  readonly lastFetchAt?: string | null;
  readonly lastError?: string | null;
  readonly keys?: readonly JwksKey[];
}

/** What `GET embed-settings` answers. */
export interface EmbedSettings {
  readonly clientId: string;
  readonly sub: string;
  readonly iss: string;
  readonly aud: string;
  readonly tokenEndpoint: string;
  readonly hasSecret: boolean;
  readonly secretCreatedAt: string | null;
  readonly formerSecretUntil: string | null;
  readonly signature: Signature | null;
  readonly replayProtection: boolean;
  readonly maxTokenSeconds: number;
  readonly allowedOrigins: readonly string[];
}

/** What `POST embed-settings/check-token` answers. */
export interface TokenReport {
  readonly valid: boolean;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly reason: string | null }[];
  readonly context: {
    readonly bytes: number;
    readonly limit: number;
    readonly truncated: boolean;
    readonly lost: readonly { readonly section: string; readonly key: string }[];
    readonly bytesByField: Readonly<Record<string, number>>;
    readonly ignored: readonly string[];
    readonly effective: Readonly<Record<string, unknown>>;
  } | null;
}
