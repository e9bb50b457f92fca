import type { Messages } from '../../messages.ts';

interface Distribution {
  readonly all: string;
  readonly from: string;
  readonly to: string;
  readonly middle: string;
  /** The bin with the most rows, and how many it has. */
  readonly range: string;
  readonly most: string;
}

interface Texts {
  readonly range: (from: string, to: string) => string;
  readonly rows: (count: string) => string;
  readonly count: string;
  readonly summary: (distribution: Distribution) => string;
}

/** What a histogram says besides its numbers. */
export const texts: Messages<Texts> = {
  ar: {
    range: (from, to) => `من ${from} إلى ${to}`,
    rows: (count) => `عدد الصفوف: ${count}`,
    count: 'عدد الصفوف',
    summary: ({ all, from, to, middle, range, most }) =>
      `${all} قيمة من ${from} إلى ${to}. الوسيط: ${middle}. الأكثر تكراراً: ${range} (${most}).`,
  },
  de: {
    range: (from, to) => `von ${from} bis ${to}`,
    rows: (count) => (count === '1' ? '1 Zeile' : `${count} Zeilen`),
    count: 'Anzahl der Zeilen',
    summary: ({ all, from, to, middle, range, most }) =>
      `${all} Werte von ${from} bis ${to}. Median: ${middle}. Am häufigsten: ${range} (${most}).`,
  },
  en: {
    range: (from, to) => `from ${from} to ${to}`,
    rows: (count) => (count === '1' ? '1 row' : `${count} rows`),
    count: 'Number of rows',
    summary: ({ all, from, to, middle, range, most }) =>
      `${all} values from ${from} to ${to}. Median: ${middle}. Most frequent: ${range} (${most}).`,
  },
  es: {
    range: (from, to) => `de ${from} a ${to}`,
    rows: (count) => (count === '1' ? '1 fila' : `${count} filas`),
    count: 'Número de filas',
    summary: ({ all, from, to, middle, range, most }) =>
      `${all} valores de ${from} a ${to}. Mediana: ${middle}. Más frecuente: ${range} (${most}).`,
  },
  fr: {
    range: (from, to) => `de ${from} à ${to}`,
    rows: (count) => (count === '0' || count === '1' ? `${count} ligne` : `${count} lignes`),
    count: 'Nombre de lignes',
    summary: ({ all, from, to, middle, range, most }) =>
      `${all} valeurs de ${from} à ${to}. Médiane : ${middle}. Le plus fréquent : ${range} (${most}).`,
  },
  it: {
    range: (from, to) => `da ${from} a ${to}`,
    rows: (count) => (count === '1' ? '1 riga' : `${count} righe`),
    count: 'Numero di righe',
    summary: ({ all, from, to, middle, range, most }) =>
      `${all} valori da ${from} a ${to}. Mediana: ${middle}. Più frequente: ${range} (${most}).`,
  },
  ja: {
    range: (from, to) => `${from}から${to}`,
    rows: (count) => `${count}行`,
    count: '行数',
    summary: ({ all, from, to, middle, range, most }) =>
      `${from}から${to}までの${all}個の値。中央値: ${middle}。最も多い範囲: ${range} (${most})。`,
  },
  nl: {
    range: (from, to) => `van ${from} tot ${to}`,
    rows: (count) => (count === '1' ? '1 rij' : `${count} rijen`),
    count: 'Aantal rijen',
    summary: ({ all, from, to, middle, range, most }) =>
      `${all} waarden van ${from} tot ${to}. Mediaan: ${middle}. Meest voorkomend: ${range} (${most}).`,
  },
  pt: {
    range: (from, to) => `de ${from} a ${to}`,
    rows: (count) => (count === '1' ? '1 linha' : `${count} linhas`),
    count: 'Número de linhas',
    summary: ({ all, from, to, middle, range, most }) =>
      `${all} valores de ${from} a ${to}. Mediana: ${middle}. Mais frequente: ${range} (${most}).`,
  },
};
