import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import { Screen } from '../../../parts/page/screen.tsx';
import { Link } from '../../../parts/text/link.tsx';
import { navigate, query } from '../../../router.ts';
import { OidcForm } from './oidc/oidc-form.tsx';
import { OwnersOnly } from './owners-only.tsx';
import { PRESETS, presetNamed } from './presets.ts';

/** First the product, then its form. */
export function NewProvider(): VNode {
  const t = useMessages('providers');
  const { title } = useMessages('access');
  const preset = presetNamed(query.value.get('preset'));
  return (
    <Screen
      back={{ to: '/sign-in', title }}
      title={preset ? t.newOf({ provider: preset.label || t.other }) : t.new}
      intro={preset ? t.steps : t.choose}
    >
      {preset ? (
        <OwnersOnly>
          <OidcForm
            key={preset.key}
            preset={preset}
            provider={undefined}
            onSaved={(saved) => {
              showToast(t.created(saved));
              navigate(`/sign-in/providers/${encodeURIComponent(saved.id)}`, { unasked: true });
            }}
          />
        </OwnersOnly>
      ) : (
        <ul class="app-grid">
          {PRESETS.map(({ key, label, issuer }) => (
            <li key={key} class="ui-box app-card">
              <Link to={`/sign-in/providers/new?preset=${key}`}>{label || t.other}</Link>
              <p class="ui-small ui-muted provider-issuer">{label ? issuer : t.otherAbout}</p>
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}
