import type { IdentityProvider, NewIdentityProvider } from '@inlay/protocol/identity-provider';
import type { Form } from '@inlay/ui/form/use-form';
import type { Preset } from '../presets.ts';

/** What each step of the form gets. */
export interface StepProps {
  readonly form: Form<NewIdentityProvider>;
  readonly preset: Preset;
  readonly provider: IdentityProvider | undefined;
}
