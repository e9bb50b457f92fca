const NUMBERS = ['integer', 'decimal', 'number'];

export const isNumeric = ({ type }: { readonly type: string }): boolean => NUMBERS.includes(type);
