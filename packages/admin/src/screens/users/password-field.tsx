import { Button } from '@inlay/ui/button';
import { CopyButton } from '@inlay/ui/copy-button';
import { Field } from '@inlay/ui/field';
import type { VNode } from 'preact';

interface PasswordFieldProps {
  readonly value: string;
  readonly onChange: (password: string) => void;
}

/** Shown in plain text, because it has to be passed on to another person. */
export function PasswordField({ value, onChange }: PasswordFieldProps): VNode {
  return (
    <div class="stack-tight">
      <Field label="Password" hint="At least 8 characters. It is not shown again: pass it on now.">
        <input
          class="ui-input ui-mono"
          autocomplete="off"
          spellcheck={false}
          required
          minLength={8}
          maxLength={256}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      </Field>
      <div class="row">
        <Button onClick={() => onChange(randomPassword())}>Make a random one</Button>
        {value !== '' && <CopyButton text={value} name="Password" />}
      </div>
    </div>
  );
}

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Twenty characters that no one confuses with each other when reading them out, about 116 bits. */
function randomPassword(): string {
  const picked: string[] = [];
  // Bytes past the last whole multiple would favour the first letters.
  const fair = 256 - (256 % letters.length);
  while (picked.length < 20) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) picked.push(letters[byte % letters.length] ?? '');
  }
  return picked.join('');
}
