import type { SamlProvider } from '@inlay/protocol/identity-provider';
import { Badge } from '@inlay/ui/layout/badge';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { formatLocale, useMessages } from '../../../../messages.ts';

type Certificate = SamlProvider['certificates'][number];

const SOON_MS = 30 * 24 * 60 * 60_000;

/** What the provider signs with. It goes on with an expired certificate, but usually changes it by then. */
export function CertificateList({ certificates }: Pick<SamlProvider, 'certificates'>): VNode {
  const t = useMessages('providers').saml;
  // Metadata with the next certificate needs no replacement.
  const isExpiring = certificates.every((certificate) => expiryOf(certificate) !== undefined);
  return (
    <div class="ui-stack-tight">
      <h3 class="ui-field-label" id="certificates">
        {t.certificates}
      </h3>
      <ul class="ui-box" aria-labelledby="certificates">
        {certificates.map((certificate) => (
          <CertificateItem key={certificate.fingerprint} certificate={certificate} />
        ))}
      </ul>
      {isExpiring && <Notice tone="warning">{t.expiry}</Notice>}
    </div>
  );
}

function CertificateItem({ certificate }: { readonly certificate: Certificate }): VNode {
  const t = useMessages('providers').saml;
  const { fingerprint, validUntil } = certificate;
  const expiry = expiryOf(certificate);
  return (
    <li class="certificate">
      <div class="ui-mono ui-small fingerprint">{fingerprint}</div>
      <div class="ui-row">
        <time class="ui-small ui-muted" dateTime={validUntil}>
          {t.validUntil({ date: dateText(validUntil) })}
        </time>
        {expiry && <Badge tone="warning">{t.expiries[expiry]}</Badge>}
      </div>
    </li>
  );
}

function expiryOf({ validUntil }: Certificate): 'expired' | 'soon' | undefined {
  const left = Date.parse(validUntil) - Date.now();
  if (left < 0) return 'expired';
  return left < SOON_MS ? 'soon' : undefined;
}

const dateText = (at: string): string =>
  new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium' }).format(new Date(at));
