import type { VNode } from 'preact';
import { TypedField } from './typed-field.tsx';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
  readonly whole?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly quiet?: boolean;
  readonly placeholder?: string;
  readonly hint?: string;
}

export function NumberField({ whole, min, max, ...rest }: NumberFieldProps): VNode {
  const parse = (text: string) => {
    const number = Number(text);
    if (text.trim() === '' || !Number.isFinite(number)) return undefined;
    const inside = Math.min(max ?? number, Math.max(min ?? number, number));
    return whole ? Math.round(inside) : inside;
  };
  const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  return <TypedField {...rest} {...bounds} type="number" parse={parse} write={String} />;
}
