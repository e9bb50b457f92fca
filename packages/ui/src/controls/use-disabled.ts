import type { RefObject, TargetedMouseEvent } from 'preact';
import { useRef } from 'preact/hooks';

type OnClick = (event: TargetedMouseEvent<HTMLButtonElement>) => void;

interface DisabledProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly disabled: boolean | undefined;
  readonly 'aria-disabled': boolean | undefined;
  readonly onClick: OnClick | undefined;
}

/**
 * A button that disables itself, as Undo does after the last step, keeps the focus: browsers take it from disabled
 * buttons, and the next one must not get what was meant for this one.
 */
export function useDisabled(disabled: boolean | undefined, onClick: OnClick | undefined): DisabledProps {
  const ref = useRef<HTMLButtonElement>(null);
  const isHeld = disabled && ref.current !== null && document.activeElement === ref.current;
  return {
    ref,
    disabled: disabled && !isHeld,
    'aria-disabled': isHeld || undefined,
    onClick: isHeld ? (event) => event.preventDefault() : onClick,
  };
}
