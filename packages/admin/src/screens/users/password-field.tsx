import { Button } from '@inlay/ui/controls/button';
import { CopyButton } from '@inlay/ui/controls/copy-button';
import { TextField } from '@inlay/ui/controls/text-field';
import type { FieldProps } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';

/** Shown in plain text, because it has to be passed on to another person. */
export function PasswordField(field: FieldProps<string>): VNode {
  const t = useMessages('people').users.password;
  const { label, value, onChange } = field;
  return (
    <div class="ui-stack-tight">
      <TextField {...field} mono hint={t.hint} />
      <div class="ui-row">
        <Button onClick={() => onChange(randomPassword())}>{t.generate}</Button>
        {value !== '' && <CopyButton text={value} name={label} />}
      </div>
    </div>
  );
}

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Twenty characters without lookalikes such as `0` and `O`, about 116 bits. */
function randomPassword(): string {
  const picked: string[] = [];
  // Bytes past the last whole multiple would favor the first letters.
  const fair = 256 - (256 % letters.length);
  while (picked.length < 20) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) picked.push(letters[byte % letters.length] ?? '');
  }
  return picked.join('');
}
