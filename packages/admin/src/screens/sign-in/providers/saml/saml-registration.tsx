import type { SamlAddresses } from '@inlay/protocol/provider-addresses';
import { Values } from '@inlay/ui/layout/values';
import type { VNode } from 'preact';
import { useMessages } from '../../../../messages.ts';
import { Facts } from '../facts.tsx';

interface SamlRegistrationProps {
  /** Known once the provider has an identifier. */
  readonly addresses: SamlAddresses | undefined;
}

/** What the provider has to know, to be typed there or uploaded as metadata, and how it has to respond. */
export function SamlRegistration({ addresses }: SamlRegistrationProps): VNode {
  const t = useMessages('providers').saml;
  return (
    <>
      {addresses && (
        <>
          <Values
            values={[
              [t.acs, addresses.acsUrl],
              [t.entityId, addresses.spEntityId],
            ]}
          />
          <div class="ui-row">
            <a
              class="ui-button ui-button-secondary"
              href={addresses.spEntityId}
              download="inlay-metadata.xml"
            >
              {t.download}
            </a>
            <p class="ui-small ui-muted saml-names">{t.otherNames}</p>
          </div>
        </>
      )}
      <div class="ui-stack-tight">
        <h3 class="ui-field-label">{t.needs}</h3>
        <Facts facts={[t.signature, t.nameId, t.encryption].map(({ name, value }) => [name, value])} />
      </div>
    </>
  );
}
