import { Button } from '@inlay/ui/controls/button';
import { FileDrop } from '@inlay/ui/controls/file-drop';
import type { FieldProps } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../../messages.ts';

const TYPES = ['image/png', 'image/svg+xml', 'image/webp', 'image/jpeg'];
const MAX_BYTES = 24 * 1024;

/** An image of the button on the sign-in page, as a data URL. In an `img` element, an SVG runs no scripts. */
export function LogoField({ id, value, error, onChange }: FieldProps<string | null | undefined>): VNode {
  const t = useMessages('providers').logo;
  const [problem, setProblem] = useState<string>();
  const read = async ([file]: readonly File[]) => {
    if (!file) return;
    if (!TYPES.includes(file.type)) return setProblem(t.wrongType);
    if (file.size > MAX_BYTES) return setProblem(t.tooLarge);
    setProblem(undefined);
    onChange(`data:${file.type};base64,${base64(await file.arrayBuffer())}`);
  };
  const shown = problem ?? error;
  return (
    <div class={shown ? 'ui-field ui-field-invalid' : 'ui-field'} id={id}>
      <span class="ui-field-label">{t.label}</span>
      {value ? (
        <div class="ui-row">
          <span class="provider-logo">
            <img src={value} alt={t.label} />
          </span>
          <Button onClick={() => onChange('')}>{t.remove}</Button>
        </div>
      ) : (
        <FileDrop
          label={t.choose}
          hint={t.hint}
          accept={TYPES.join()}
          onFiles={(files) => void read(files)}
        />
      )}
      {shown && (
        <span class="ui-field-error" role="alert">
          {shown}
        </span>
      )}
    </div>
  );
}

const base64 = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));
