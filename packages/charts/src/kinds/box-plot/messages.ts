import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'مخطط صندوقي', name: 'مخطط صندوقي' },
  de: { label: 'Boxplot', name: 'Boxplot' },
  en: { label: 'Box plot', name: 'Box plot' },
  es: { label: 'Diagrama de caja', name: 'Diagrama de caja' },
  fr: { label: 'Boîte à moustaches', name: 'Boîte à moustaches' },
  it: { label: 'Box plot', name: 'Diagramma a scatola' },
  ja: { label: '箱ひげ図', name: '箱ひげ図' },
  nl: { label: 'Boxplot', name: 'Boxplot' },
  pt: { label: 'Diagrama de caixa', name: 'Diagrama de caixa' },
};
