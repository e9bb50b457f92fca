import type { VNode } from 'preact';

interface RevokeTickProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function RevokeTick({ checked, onChange }: RevokeTickProps): VNode {
  return (
    <label class="tick">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        Also revoke tokens
        <span class="muted small">For a key that leaked: ends every open embed too.</span>
      </span>
    </label>
  );
}
