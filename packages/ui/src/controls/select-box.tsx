import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface SelectBoxProps {
  /** For screen readers: the row, or all of them. */
  readonly label: string;
  readonly checked: boolean;
  /** Some rows are selected, but not all. */
  readonly mixed?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** The checkbox of a table's row, or of its head for all rows. The whole cell can be pressed. */
export function SelectBox({ label, checked, mixed = false, onChange }: SelectBoxProps): VNode {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label class="ui-select-box">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
