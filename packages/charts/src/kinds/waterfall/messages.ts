import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'شلال', name: 'مخطط شلالي' },
  de: { label: 'Wasserfall', name: 'Wasserfalldiagramm' },
  en: { label: 'Waterfall', name: 'Waterfall chart' },
  es: { label: 'Cascada', name: 'Gráfico de cascada' },
  fr: { label: 'Cascade', name: 'Diagramme en cascade' },
  it: { label: 'Cascata', name: 'Grafico a cascata' },
  ja: { label: 'ウォーターフォール', name: 'ウォーターフォール図' },
  nl: { label: 'Waterval', name: 'Watervalgrafiek' },
  pt: { label: 'Cascata', name: 'Gráfico de cascata' },
};
