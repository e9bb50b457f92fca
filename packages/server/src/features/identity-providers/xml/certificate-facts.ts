import { X509Certificate } from 'node:crypto';
import { isoTime } from '../../../platform/time/time.ts';

/** What an owner compares with the provider. */
export interface CertificateFacts {
  /** SHA-256, as `AB:CD:…`. */
  readonly fingerprint: string;
  readonly validUntil: string;
}

export function certificateFacts(pem: string): CertificateFacts {
  const { fingerprint256, validToDate } = new X509Certificate(pem);
  return { fingerprint: fingerprint256, validUntil: isoTime(validToDate.getTime()) };
}
