import type { IdentityProvider } from '@inlay/protocol/identity-provider';
import { Badge, type Tone } from '@inlay/ui/layout/badge';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';

const TONES = { on: 'good', off: 'neutral', untested: 'warning', failed: 'bad' } as const satisfies Record<
  string,
  Tone
>;

export function ProviderBadge({ provider }: { readonly provider: IdentityProvider }): VNode {
  const t = useMessages('providers');
  const state = stateOf(provider);
  return <Badge tone={TONES[state]}>{t.states[state]}</Badge>;
}

function stateOf({ isEnabled, isTested, test }: IdentityProvider): keyof typeof TONES {
  if (isEnabled) return 'on';
  if (test?.passed === false) return 'failed';
  return isTested ? 'off' : 'untested';
}
