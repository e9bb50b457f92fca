import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'دائري', name: 'مخطط دائري' },
  de: { label: 'Kreis', name: 'Kreisdiagramm' },
  en: { label: 'Pie', name: 'Pie chart' },
  es: { label: 'Circular', name: 'Gráfico circular' },
  fr: { label: 'Camembert', name: 'Diagramme circulaire' },
  it: { label: 'Torta', name: 'Grafico a torta' },
  ja: { label: '円', name: '円グラフ' },
  nl: { label: 'Cirkel', name: 'Cirkelgrafiek' },
  pt: { label: 'Circular', name: 'Gráfico de pizza' },
};
