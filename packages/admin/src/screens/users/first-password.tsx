import { Select } from '@inlay/ui/controls/select';
import type { ComponentChildren, VNode } from 'preact';
import { useMessages } from '../../messages.ts';

/** How a new user gets a password. */
export type FirstPassword = 'invite' | 'set' | 'none';

interface FirstPasswordFieldProps {
  readonly value: FirstPassword;
  readonly onChange: (value: FirstPassword) => void;
  /** Where the password is entered, if it is set. */
  readonly children: ComponentChildren;
}

export function FirstPasswordField({ value, onChange, children }: FirstPasswordFieldProps): VNode {
  const t = useMessages('people').users.firstPassword;
  const hints = { invite: t.inviteHint, set: undefined, none: t.noneHint };
  return (
    <>
      <Select
        label={t.label}
        hint={hints[value]}
        value={value}
        options={(['invite', 'set', 'none'] as const).map((each) => ({ value: each, label: t[each] }))}
        onChange={onChange}
      />
      {children}
    </>
  );
}
