import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'أعمدة', name: 'مخطط أعمدة' },
  de: { label: 'Balken', name: 'Balkendiagramm' },
  en: { label: 'Bars', name: 'Bar chart' },
  es: { label: 'Barras', name: 'Gráfico de barras' },
  fr: { label: 'Barres', name: 'Diagramme en barres' },
  it: { label: 'Barre', name: 'Grafico a barre' },
  ja: { label: '棒', name: '棒グラフ' },
  nl: { label: 'Staven', name: 'Staafgrafiek' },
  pt: { label: 'Barras', name: 'Gráfico de barras' },
};
