import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** PEM texts; the certificate is its own authority. */
export interface TestCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Makes a certificate for these names, or nothing where there is no `openssl` to make it. */
export function makeTestCertificate(names: string): TestCertificate | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-certificate-'));
  const [certificate, key] = [join(folder, 'crt'), join(folder, 'key')];
  try {
    const made = spawnSync('openssl', [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...[
        '-subj',
        '/CN=inlay test',
        '-addext',
        `subjectAltName=${names}`,
        '-keyout',
        key,
        '-out',
        certificate,
      ],
    ]);
    if (made.status !== 0) return undefined;
    return { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
