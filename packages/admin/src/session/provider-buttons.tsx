import { signInAddress } from '@inlay/protocol/provider-addresses';
import type { SignInProvider } from '@inlay/protocol/sign-in';
import type { VNode } from 'preact';
import { useMessages } from '../messages.ts';

interface ProviderButtonsProps {
  readonly providers: readonly SignInProvider[];
  readonly isAgain: boolean;
}

/** Leads to the identity providers. A session that ended goes on in another tab, so that the input here stays. */
export function ProviderButtons({ providers, isAgain }: ProviderButtonsProps): VNode | null {
  const t = useMessages('signIn');
  if (providers.length === 0) return null;
  const page = location.pathname + location.search;
  const target = isAgain ? { target: '_blank', rel: 'noreferrer' } : {};
  return (
    <>
      {providers.map(({ id, name, logo }) => (
        <a
          key={id}
          class="ui-button ui-button-secondary ui-button-wide"
          href={signInAddress(id, page)}
          {...target}
        >
          {logo && <img src={logo} alt="" width={18} height={18} />}
          <span>{t.with({ name })}</span>
        </a>
      ))}
      {isAgain && <p class="ui-small ui-muted">{t.inNewTab}</p>}
    </>
  );
}
