import type { SwitchOption } from './chart-option.ts';

export const legend = {
  type: 'switch',
  choices: ['auto', 'none'],
  on: 'none',
  default: 'auto',
  description: 'Whether there is a legend where one is needed.',
  label: {
    ar: 'إخفاء وسيلة الإيضاح',
    de: 'Legende ausblenden',
    en: 'Hide the legend',
    es: 'Ocultar la leyenda',
    fr: 'Masquer la légende',
    it: 'Nascondi la legenda',
    ja: '凡例を隠す',
    nl: 'De legenda verbergen',
    pt: 'Ocultar a legenda',
  },
} satisfies SwitchOption<'auto' | 'none'>;
