import {
  type IdentityProviderChange,
  type NewIdentityProvider,
  type OidcProviderChange,
  OidcProviderChangeSchema,
  type SamlProviderChange,
  SamlProviderChangeSchema,
} from '@inlay/protocol/identity-provider';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import { refuseFields } from '../../../platform/errors.ts';
import { MetadataProblem, readMetadata } from '../xml/read-metadata.ts';
import { OIDC_DEFAULTS, type ProviderSettings, SAML_DEFAULTS, type SamlSettings } from './providers.ts';

/** Of a new provider. Refuses metadata that is not that of a provider. */
export function newSettings({ id: _, ...given }: NewIdentityProvider): ProviderSettings {
  if (given.kind === 'saml') {
    const { metadata, ...fields } = given;
    return { ...SAML_DEFAULTS, ...fields, ...factsOf(metadata) };
  }
  const { clientSecret: _secret, ...fields } = given;
  return { ...OIDC_DEFAULTS, ...fields };
}

/** Of a provider that is changed. Its protocol stays, and decides which fields there are. */
export function changedSettings(before: ProviderSettings, change: IdentityProviderChange): ProviderSettings {
  refuseFields(
    shapeErrors(before.kind === 'saml' ? SamlProviderChangeSchema : OidcProviderChangeSchema, change),
  );
  const { isEnabled: _, ...given } = change;
  if (before.kind === 'saml') {
    const { metadata, ...fields } = given as SamlProviderChange;
    return { ...before, ...fields, ...(metadata !== undefined && factsOf(metadata)) };
  }
  const { clientSecret: _secret, ...fields } = given as OidcProviderChange;
  return { ...before, ...fields };
}

function factsOf(metadata: string): Pick<SamlSettings, 'entityId' | 'signInUrl' | 'certificates'> {
  try {
    return readMetadata(metadata);
  } catch (error) {
    if (error instanceof MetadataProblem) refuseFields([{ path: '/metadata', problem: error.message }]);
    throw error;
  }
}
