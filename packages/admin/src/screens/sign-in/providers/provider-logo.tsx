import type { VNode } from 'preact';

interface ProviderLogoProps {
  readonly name: string;
  readonly logo: string | null | undefined;
}

/** Beside the name, so that it says nothing to screen readers. In an `img` element, an SVG runs no scripts. */
export function ProviderLogo({ name, logo }: ProviderLogoProps): VNode {
  return (
    <span class="provider-logo" aria-hidden="true">
      {logo ? <img src={logo} alt="" /> : name.slice(0, 1).toUpperCase()}
    </span>
  );
}
