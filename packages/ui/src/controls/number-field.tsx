import type { ComponentProps, VNode } from 'preact';
import type { TextField } from './text-field.tsx';
import { TypedField } from './typed-field.tsx';

interface NumberFieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'type'> {
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
  readonly whole?: boolean;
}

/** Reports numbers only, rounded if `whole` and moved into the range of `min` and `max`. */
export function NumberField({ whole, min, max, ...rest }: NumberFieldProps): VNode {
  const parse = (text: string) => {
    const number = Number(text);
    if (text.trim() === '' || !Number.isFinite(number)) return undefined;
    const inside = Math.min(max ?? number, Math.max(min ?? number, number));
    return whole ? Math.round(inside) : inside;
  };
  return <TypedField {...rest} min={min} max={max} type="number" parse={parse} write={String} />;
}
