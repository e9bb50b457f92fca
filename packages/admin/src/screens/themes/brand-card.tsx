import { lightTokens } from '@inlay/charts/theme/tokens';
import { Button } from '@inlay/ui/button';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { brandTheme } from './brand-theme.ts';
import type { ThemeDraft } from './theme-draft.ts';

interface BrandCardProps {
  readonly draft: ThemeDraft;
  readonly onChange: (draft: ThemeDraft) => void;
}

/** The short way: one colour, from which the others follow. */
export function BrandCard({ draft, onChange }: BrandCardProps): VNode {
  const [brand, setBrand] = useState(draft.light.accent ?? lightTokens.accent);
  return (
    <section class="ui-card">
      <div>
        <h2>Begin with your colour</h2>
        <p class="muted">
          Links, the first series and the scale are made from it, for light and dark, so that everything can
          be read.
        </p>
      </div>
      <div class="row">
        <input
          type="color"
          class="colour-large"
          aria-label="Your colour"
          value={brand}
          onInput={(event) => setBrand(event.currentTarget.value)}
        />
        <code>{brand}</code>
        <Button onClick={() => onChange(brandTheme(draft, brand))}>Use it</Button>
      </div>
    </section>
  );
}
