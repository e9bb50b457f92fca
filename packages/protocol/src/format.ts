/** How a value is written for a person; the locale, time zone and default currency come from the viewer. */
export type Format =
  | {
      readonly kind: 'number';
      readonly decimals?: number;
      readonly compact?: boolean;
      readonly unit?: string;
    }
  | {
      readonly kind: 'currency';
      readonly currency?: string;
      readonly decimals?: number;
      readonly compact?: boolean;
    }
  | { readonly kind: 'percent'; readonly decimals?: number }
  | { readonly kind: 'date'; readonly style?: 'short' | 'medium' | 'long' }
  | { readonly kind: 'text' };
