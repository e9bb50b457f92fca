import { LabeledControl } from '@inlay/ui/controls/field';
import type { FieldProps } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

/** Hosts that tables may name, one per line. */
export function HostList({
  id,
  label,
  hint,
  placeholder,
  value: hosts,
  error,
  onChange,
}: FieldProps<readonly string[]> & { readonly hint: string; readonly placeholder: string }): VNode {
  const [typed, setTyped] = useState('');
  // Empty lines and whole addresses stay while they are typed, unless the list changed in another way.
  const text = String(hostsIn(typed)) === String(hosts) ? typed : hosts.join('\n');
  return (
    <div class="setting">
      <LabeledControl id={id} label={label} hint={hint} error={error}>
        {(control) => (
          <textarea
            {...control}
            class="ui-input ui-mono"
            rows={3}
            spellcheck={false}
            placeholder={placeholder}
            value={text}
            onInput={({ currentTarget: { value } }) => {
              setTyped(value);
              onChange(hostsIn(value));
            }}
          />
        )}
      </LabeledControl>
    </div>
  );
}

function hostsIn(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const hosts = lines.filter((line) => line !== '').map(hostOf);
  return [...new Set(hosts)];
}

/** The host of a pasted URL; the server refuses what is not a host. */
const hostOf = (line: string) => URL.parse(line.includes('://') ? line : `https://${line}`)?.host || line;
