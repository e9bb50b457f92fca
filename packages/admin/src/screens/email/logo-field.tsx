import { MAX_MAIL_LOGO_BYTES } from '@inlay/protocol/mail-settings';
import { Button } from '@inlay/ui/controls/button';
import type { FieldProps } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { dataUrl } from '../../parts/form/data-url.ts';
import { FileChoice } from '../../parts/form/file-choice.tsx';
import { adoptStyles } from '../../parts/page/adopt-styles.ts';
import css from './logo-field.css?inline';

adoptStyles(css);

const TYPES = ['image/png', 'image/jpeg'];

/** The logo at the top of emails, as a data URL. */
export function LogoField({
  id,
  label,
  value,
  error,
  onChange,
}: FieldProps<string | null | undefined>): VNode {
  const t = useMessages('tenant').mail.look.logo;
  const [problem, setProblem] = useState<string>();
  const read = async (file: File) => {
    if (!TYPES.includes(file.type)) return setProblem(t.wrongType);
    if (file.size > MAX_MAIL_LOGO_BYTES) return setProblem(t.tooLarge);
    setProblem(undefined);
    onChange(await dataUrl(file));
  };
  const remove = () => {
    setProblem(undefined);
    onChange('');
  };
  const shown = problem ?? error;
  return (
    <div class={shown ? 'ui-field ui-field-invalid' : 'ui-field'} id={id}>
      <span class="ui-field-label">{label}</span>
      <div class="ui-row">
        {value && (
          <span class="mail-logo">
            <img src={value} alt="" />
          </span>
        )}
        <FileChoice label={t.choose} accept={TYPES.join()} onFile={(file) => void read(file)} />
        {value && (
          <Button variant="ghost" onClick={remove}>
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
