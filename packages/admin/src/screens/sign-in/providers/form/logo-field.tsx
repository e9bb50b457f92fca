import { Button } from '@inlay/ui/controls/button';
import type { FieldProps } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../../../messages.ts';
import { dataUrl } from '../../../../parts/form/data-url.ts';
import { FileChoice } from '../../../../parts/form/file-choice.tsx';
import { ProviderLogo } from '../provider-logo.tsx';

const TYPES = ['image/png', 'image/svg+xml', 'image/webp', 'image/jpeg'];
const MAX_BYTES = 24 * 1024;

type LogoFieldProps = FieldProps<string | null | undefined> & {
  /** Of the provider. */
  readonly of: string;
};

/** An image of the button on the sign-in page, as a data URL. */
export function LogoField({ id, of: name, value, error, onChange }: LogoFieldProps): VNode {
  const t = useMessages('providers').logo;
  const [problem, setProblem] = useState<string>();
  const read = async (file: File) => {
    if (!TYPES.includes(file.type)) return setProblem(t.wrongType);
    if (file.size > MAX_BYTES) return setProblem(t.tooLarge);
    setProblem(undefined);
    onChange(await dataUrl(file));
  };
  const shown = problem ?? error;
  return (
    <div class={shown ? 'ui-field ui-field-invalid' : 'ui-field'} id={id}>
      <span class="ui-field-label">{t.label}</span>
      <div class="ui-row">
        <ProviderLogo name={name} logo={value} />
        <FileChoice label={t.choose} accept={TYPES.join()} onFile={(file) => void read(file)} />
        {value && (
          <Button variant="ghost" onClick={() => onChange('')}>
            {t.remove}
          </Button>
        )}
      </div>
      <span class="ui-field-hint">{t.hint}</span>
      {shown && (
        <span class="ui-field-error" role="alert">
          {shown}
        </span>
      )}
    </div>
  );
}
