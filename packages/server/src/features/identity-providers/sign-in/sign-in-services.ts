import type { Services } from '../../../services.ts';
import type { MetadataOf } from '../oidc/provider-metadata.ts';

export interface SignInServices extends Services {
  readonly metadataOf: MetadataOf;
}
