import type { IdentityProvider } from '@inlay/protocol/identity-provider';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import { Screen } from '../../../parts/page/screen.tsx';
import { Link } from '../../../parts/text/link.tsx';
import { navigate, query } from '../../../router.ts';
import { OidcForm } from './oidc/oidc-form.tsx';
import { OwnersOnly } from './owners-only.tsx';
import { PRESETS, type Preset, presetNamed } from './presets.ts';
import { NewSamlForm } from './saml/new-saml-form.tsx';

/** First the product, then its form. */
export function NewProvider(): VNode {
  const t = useMessages('providers');
  const { title } = useMessages('access');
  const preset = presetNamed(query.value.get('preset'));
  const titleOf = ({ kind, label }: Preset) =>
    kind === 'saml' ? t.newSaml : t.newOf({ provider: label || t.other.oidc });
  const onSaved = (saved: IdentityProvider) => {
    showToast(t.created(saved));
    navigate(`/sign-in/providers/${encodeURIComponent(saved.id)}`, { unasked: true });
  };
  return (
    <Screen
      back={{ to: '/sign-in', title }}
      title={preset ? titleOf(preset) : t.new}
      intro={preset ? t.steps[preset.kind] : t.choose}
    >
      {preset ? (
        <OwnersOnly>
          {preset.kind === 'saml' ? (
            <NewSamlForm key={preset.key} onSaved={onSaved} />
          ) : (
            <OidcForm key={preset.key} preset={preset} provider={undefined} onSaved={onSaved} />
          )}
        </OwnersOnly>
      ) : (
        <ul class="app-grid">
          {PRESETS.map((preset) => (
            <PresetCard key={preset.key} preset={preset} />
          ))}
        </ul>
      )}
    </Screen>
  );
}

function PresetCard({ preset }: { readonly preset: Preset }): VNode {
  const t = useMessages('providers');
  const { kind, key, label } = preset;
  const isProduct = kind === 'oidc' && label !== '';
  return (
    <li class="ui-box app-card">
      <Link to={`/sign-in/providers/new?preset=${key}`}>{label || t.other[kind]}</Link>
      <p class="ui-small ui-muted provider-issuer">{isProduct ? preset.issuer : t.otherAbout[kind]}</p>
    </li>
  );
}
