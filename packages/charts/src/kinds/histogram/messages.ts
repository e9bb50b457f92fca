import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'توزيع', name: 'مدرج تكراري' },
  de: { label: 'Histogramm', name: 'Histogramm' },
  en: { label: 'Histogram', name: 'Histogram' },
  es: { label: 'Histograma', name: 'Histograma' },
  fr: { label: 'Histogramme', name: 'Histogramme' },
  it: { label: 'Istogramma', name: 'Istogramma' },
  ja: { label: '度数分布', name: 'ヒストグラム' },
  nl: { label: 'Histogram', name: 'Histogram' },
  pt: { label: 'Histograma', name: 'Histograma' },
};
