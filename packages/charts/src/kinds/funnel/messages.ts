import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'قمع', name: 'قمع' },
  de: { label: 'Trichter', name: 'Trichter' },
  en: { label: 'Funnel', name: 'Funnel' },
  es: { label: 'Embudo', name: 'Embudo' },
  fr: { label: 'Entonnoir', name: 'Entonnoir' },
  it: { label: 'Imbuto', name: 'Imbuto' },
  ja: { label: 'ファネル', name: 'ファネル' },
  nl: { label: 'Trechter', name: 'Trechter' },
  pt: { label: 'Funil', name: 'Funil' },
};
