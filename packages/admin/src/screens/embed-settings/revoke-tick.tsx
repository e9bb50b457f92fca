import { Checkbox } from '@inlay/ui/checkbox';
import type { VNode } from 'preact';

interface RevokeTickProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function RevokeTick({ checked, onChange }: RevokeTickProps): VNode {
  return (
    <Checkbox
      label="Also revoke tokens"
      hint="For a key that leaked: ends every open embed too."
      checked={checked}
      onChange={onChange}
    />
  );
}
