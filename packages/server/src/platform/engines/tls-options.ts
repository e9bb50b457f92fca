import type { NetworkConnection } from './connection-config.ts';

export interface TlsOptions {
  readonly rejectUnauthorized: boolean;
  readonly ca?: string;
}

export function tlsOptions({ tls, certificateAuthority }: NetworkConnection): TlsOptions | undefined {
  if (tls === 'off') return undefined;
  return {
    rejectUnauthorized: tls === 'verified',
    ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
  };
}
