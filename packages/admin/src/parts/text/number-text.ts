import { formatLocale } from '../../messages.ts';

/** `1,234`, in the language of the app. */
export const numberText = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(formatLocale(), options).format(value);
