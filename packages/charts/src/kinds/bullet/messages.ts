import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'مستهدف', name: 'مخطط المستهدفات' },
  de: { label: 'Bullet', name: 'Bullet-Diagramm' },
  en: { label: 'Bullet', name: 'Bullet chart' },
  es: { label: 'Bala', name: 'Gráfico de bala' },
  fr: { label: 'Bullet', name: 'Graphique à puces' },
  it: { label: 'Bullet', name: 'Grafico bullet' },
  ja: { label: 'ブレット', name: 'ブレットグラフ' },
  nl: { label: 'Bullet', name: 'Bulletgrafiek' },
  pt: { label: 'Bullet', name: 'Gráfico de bala' },
};
