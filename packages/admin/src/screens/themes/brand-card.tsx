import { lightTokens } from '@inlay/charts/theme/tokens';
import { Button } from '@inlay/ui/controls/button';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { brandTheme } from './brand-theme.ts';
import type { ThemeDraft } from './theme-draft.ts';

interface BrandCardProps {
  readonly draft: ThemeDraft;
  readonly onChange: (draft: ThemeDraft) => void;
}

/** Derives a theme from one color. */
export function BrandCard({ draft, onChange }: BrandCardProps): VNode {
  const t = useMessages('tenant').themes.brand;
  const [brand, setBrand] = useState(draft.light.accent ?? lightTokens.accent);
  return (
    <section class="ui-card">
      <div>
        <h2>{t.title}</h2>
        <p class="ui-muted">{t.hint}</p>
      </div>
      <div class="ui-row">
        <input
          type="color"
          class="color-large"
          aria-label={t.title}
          value={brand}
          onInput={(event) => setBrand(event.currentTarget.value)}
        />
        <code>{brand}</code>
        <Button onClick={() => onChange(brandTheme(draft, brand))}>{t.apply}</Button>
      </div>
    </section>
  );
}
