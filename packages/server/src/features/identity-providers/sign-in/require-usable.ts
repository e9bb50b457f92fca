import { SignInRefused } from '../accounts/sign-in-refused.ts';
import type { Provider } from '../settings/providers.ts';
import type { Intent, ProviderFlow } from './flow.ts';

/** Only tests use a provider that is switched off. */
export function requireUsable(provider: Provider | undefined, intent: Intent, flow?: ProviderFlow): Provider {
  if (!provider || (!provider.isEnabled && intent.kind !== 'test'))
    throw new SignInRefused('unavailable', 'The provider is switched off or was deleted.');
  if (flow && flow.version !== provider.version)
    throw new SignInRefused('expired', 'The settings of the provider changed during the sign-in.');
  return provider;
}
