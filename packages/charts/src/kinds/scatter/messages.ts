import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'انتشار', name: 'مخطط انتشار' },
  de: { label: 'Streuung', name: 'Streudiagramm' },
  en: { label: 'Scatter', name: 'Scatter plot' },
  es: { label: 'Dispersión', name: 'Diagrama de dispersión' },
  fr: { label: 'Nuage de points', name: 'Nuage de points' },
  it: { label: 'Dispersione', name: 'Grafico a dispersione' },
  ja: { label: '散布図', name: '散布図' },
  nl: { label: 'Spreiding', name: 'Spreidingsdiagram' },
  pt: { label: 'Dispersão', name: 'Gráfico de dispersão' },
};
