import { baseLanguage, type Locale } from './locale.ts';

/** Every word a chart writes that is not data. */
export interface Words {
  readonly quarter: (n: number) => string;
  readonly weekOf: (date: string) => string;
  readonly fiscalYear: (twoDigits: string) => string;
  readonly yes: string;
  readonly no: string;
  readonly noName: string;
  readonly total: string;
  readonly other: string;
  readonly more: (count: string) => string;
  readonly rightAxis: (name: string) => string;
  readonly versus: (period: string) => string;
  readonly previous: string;
  readonly shownOf: (shown: string, all: string) => string;
  readonly truncated: (rows: string) => string;
  readonly negativesHidden: string;
  readonly noShares: string;
  readonly ofFirst: string;
  readonly emptyTitle: string;
  readonly emptyHint: string;
  readonly errorTitle: string;
  readonly errorHint: string;
  readonly loading: string;
  readonly tooMuchTitle: (rows: string) => string;
  readonly tooMuchHint: string;
  readonly unfitTitle: string;
  readonly unfitHint: string;
  readonly rows: (from: string, to: string, all: string) => string;
  readonly change: string;
  /** Percentage points: how far apart two percentages are. */
  readonly points: (number: string) => string;
  readonly kinds: Readonly<Record<string, string>>;
  readonly summary: {
    readonly trend: (
      name: string,
      from: string,
      to: string,
      start: string,
      end: string,
      change: string,
    ) => string;
    readonly extremes: (high: string, highAt: string, low: string, lowAt: string) => string;
    readonly largest: (name: string, value: string) => string;
    readonly smallest: (name: string, value: string) => string;
    readonly series: (names: string) => string;
    readonly points: (count: string) => string;
    readonly single: (name: string, value: string) => string;
  };
}

const en: Words = {
  quarter: (n) => `Q${n}`,
  weekOf: (date) => `Week of ${date}`,
  fiscalYear: (y) => `FY${y}`,
  yes: 'Yes',
  no: 'No',
  noName: '(none)',
  total: 'Total',
  other: 'Other',
  more: (count) => `+${count} more`,
  rightAxis: (name) => `${name} (right)`,
  versus: (period) => `vs ${period}`,
  previous: 'previous period',
  shownOf: (shown, all) => `Showing ${shown} of ${all}`,
  truncated: (rows) => `Only the first ${rows} rows are shown`,
  negativesHidden: 'Negative values are left out',
  noShares: 'Shares need values above zero.',
  ofFirst: 'of first step',
  emptyTitle: 'Nothing to show here yet',
  emptyHint: 'No rows match. Widen the period or clear a filter.',
  errorTitle: 'This chart could not be loaded',
  errorHint: 'Try again in a moment.',
  loading: 'Loading',
  tooMuchTitle: (rows) => `${rows} values are too many to draw`,
  tooMuchHint: 'Filter, group by a coarser column or limit the rows.',
  unfitTitle: 'This data does not fit this chart',
  unfitHint: 'Add a measure with numbers to the tile.',
  rows: (from, to, all) => `${from}–${to} of ${all}`,
  change: 'Change',
  points: (n) => `${n} pp`,
  kinds: {
    kpi: 'Figure',
    line: 'Line chart',
    area: 'Area chart',
    bar: 'Bar chart',
    'bar-line': 'Bar and line chart',
    pie: 'Pie chart',
    scatter: 'Scatter plot',
    heatmap: 'Heatmap',
    leaderboard: 'Ranking',
    waterfall: 'Waterfall chart',
    funnel: 'Funnel',
    table: 'Table',
  },
  summary: {
    trend: (name, from, to, start, end, change) =>
      `${name} went from ${start} in ${from} to ${end} in ${to} (${change}).`,
    extremes: (high, highAt, low, lowAt) => `Highest: ${high}, ${highAt}. Lowest: ${low}, ${lowAt}.`,
    largest: (name, value) => `Largest: ${name}, ${value}.`,
    smallest: (name, value) => `Smallest: ${name}, ${value}.`,
    series: (names) => `Shows ${names}.`,
    points: (count) => `${count} values.`,
    single: (name, value) => `${name}: ${value}.`,
  },
};

const de: Words = {
  quarter: (n) => `Q${n}`,
  weekOf: (date) => `Woche ab ${date}`,
  fiscalYear: (y) => `GJ${y}`,
  yes: 'Ja',
  no: 'Nein',
  noName: '(ohne)',
  total: 'Summe',
  other: 'Sonstige',
  more: (count) => `+${count} weitere`,
  rightAxis: (name) => `${name} (rechts)`,
  versus: (period) => `ggü. ${period}`,
  previous: 'Vorperiode',
  shownOf: (shown, all) => `${shown} von ${all} gezeigt`,
  truncated: (rows) => `Nur die ersten ${rows} Zeilen sind gezeigt`,
  negativesHidden: 'Negative Werte sind ausgelassen',
  noShares: 'Anteile brauchen Werte über null.',
  ofFirst: 'des ersten Schritts',
  emptyTitle: 'Hier gibt es noch nichts zu sehen',
  emptyHint: 'Keine Zeile passt. Zeitraum erweitern oder einen Filter entfernen.',
  errorTitle: 'Das Diagramm konnte nicht geladen werden',
  errorHint: 'Bitte gleich noch einmal versuchen.',
  loading: 'Wird geladen',
  tooMuchTitle: (rows) => `${rows} Werte sind zu viele für dieses Diagramm`,
  tooMuchHint: 'Filtern, gröber gruppieren oder die Zeilen begrenzen.',
  unfitTitle: 'Diese Daten passen nicht zum Diagramm',
  unfitHint: 'Der Kachel eine Kennzahl mit Zahlen hinzufügen.',
  rows: (from, to, all) => `${from}–${to} von ${all}`,
  change: 'Änderung',
  points: (n) => `${n} Pp.`,
  kinds: {
    kpi: 'Kennzahl',
    line: 'Liniendiagramm',
    area: 'Flächendiagramm',
    bar: 'Balkendiagramm',
    'bar-line': 'Balken- und Liniendiagramm',
    pie: 'Kreisdiagramm',
    scatter: 'Streudiagramm',
    heatmap: 'Heatmap',
    leaderboard: 'Rangliste',
    waterfall: 'Wasserfalldiagramm',
    funnel: 'Trichter',
    table: 'Tabelle',
  },
  summary: {
    trend: (name, from, to, start, end, change) =>
      `${name}: ${start} (${from}) bis ${end} (${to}), ${change}.`,
    extremes: (high, highAt, low, lowAt) =>
      `Höchster Wert: ${high}, ${highAt}. Niedrigster: ${low}, ${lowAt}.`,
    largest: (name, value) => `Am größten: ${name}, ${value}.`,
    smallest: (name, value) => `Am kleinsten: ${name}, ${value}.`,
    series: (names) => `Zeigt ${names}.`,
    points: (count) => `${count} Werte.`,
    single: (name, value) => `${name}: ${value}.`,
  },
};

const fr: Words = {
  quarter: (n) => `T${n}`,
  weekOf: (date) => `Semaine du ${date}`,
  fiscalYear: (y) => `EX${y}`,
  yes: 'Oui',
  no: 'Non',
  noName: '(aucun)',
  total: 'Total',
  other: 'Autres',
  more: (count) => `+${count} autres`,
  rightAxis: (name) => `${name} (à droite)`,
  versus: (period) => `par rapport à ${period}`,
  previous: 'la période précédente',
  shownOf: (shown, all) => `${shown} sur ${all} affichés`,
  truncated: (rows) => `Seules les ${rows} premières lignes sont affichées`,
  negativesHidden: 'Les valeurs négatives sont omises',
  noShares: 'Les parts demandent des valeurs positives.',
  ofFirst: 'de la première étape',
  emptyTitle: 'Rien à afficher pour le moment',
  emptyHint: 'Aucune ligne ne correspond. Élargissez la période ou retirez un filtre.',
  errorTitle: 'Ce graphique n’a pas pu être chargé',
  errorHint: 'Réessayez dans un instant.',
  loading: 'Chargement',
  tooMuchTitle: (rows) => `${rows} valeurs : trop pour ce graphique`,
  tooMuchHint: 'Filtrez, regroupez plus largement ou limitez les lignes.',
  unfitTitle: 'Ces données ne conviennent pas à ce graphique',
  unfitHint: 'Ajoutez une mesure numérique à la tuile.',
  rows: (from, to, all) => `${from}–${to} sur ${all}`,
  change: 'Évolution',
  points: (n) => `${n} pt`,
  kinds: {
    kpi: 'Indicateur',
    line: 'Courbe',
    area: 'Graphique en aires',
    bar: 'Diagramme en barres',
    'bar-line': 'Barres et courbe',
    pie: 'Diagramme circulaire',
    scatter: 'Nuage de points',
    heatmap: 'Carte de chaleur',
    leaderboard: 'Classement',
    waterfall: 'Diagramme en cascade',
    funnel: 'Entonnoir',
    table: 'Tableau',
  },
  summary: {
    trend: (name, from, to, start, end, change) =>
      `${name} : de ${start} (${from}) à ${end} (${to}), ${change}.`,
    extremes: (high, highAt, low, lowAt) => `Maximum : ${high}, ${highAt}. Minimum : ${low}, ${lowAt}.`,
    largest: (name, value) => `Le plus grand : ${name}, ${value}.`,
    smallest: (name, value) => `Le plus petit : ${name}, ${value}.`,
    series: (names) => `Montre ${names}.`,
    points: (count) => `${count} valeurs.`,
    single: (name, value) => `${name} : ${value}.`,
  },
};

const es: Words = {
  quarter: (n) => `T${n}`,
  weekOf: (date) => `Semana del ${date}`,
  fiscalYear: (y) => `EF${y}`,
  yes: 'Sí',
  no: 'No',
  noName: '(ninguno)',
  total: 'Total',
  other: 'Otros',
  more: (count) => `+${count} más`,
  rightAxis: (name) => `${name} (derecha)`,
  versus: (period) => `frente a ${period}`,
  previous: 'el período anterior',
  shownOf: (shown, all) => `Se muestran ${shown} de ${all}`,
  truncated: (rows) => `Solo se muestran las primeras ${rows} filas`,
  negativesHidden: 'Los valores negativos se omiten',
  noShares: 'Las partes requieren valores mayores que cero.',
  ofFirst: 'del primer paso',
  emptyTitle: 'Aún no hay nada que mostrar',
  emptyHint: 'Ninguna fila coincide. Amplíe el período o quite un filtro.',
  errorTitle: 'No se pudo cargar este gráfico',
  errorHint: 'Inténtelo de nuevo en un momento.',
  loading: 'Cargando',
  tooMuchTitle: (rows) => `${rows} valores son demasiados para este gráfico`,
  tooMuchHint: 'Filtre, agrupe más o limite las filas.',
  unfitTitle: 'Estos datos no encajan en este gráfico',
  unfitHint: 'Añada una medida numérica.',
  rows: (from, to, all) => `${from}–${to} de ${all}`,
  change: 'Variación',
  points: (n) => `${n} pp`,
  kinds: {
    kpi: 'Indicador',
    line: 'Gráfico de líneas',
    area: 'Gráfico de áreas',
    bar: 'Gráfico de barras',
    'bar-line': 'Gráfico de barras y líneas',
    pie: 'Gráfico circular',
    scatter: 'Diagrama de dispersión',
    heatmap: 'Mapa de calor',
    leaderboard: 'Clasificación',
    waterfall: 'Gráfico de cascada',
    funnel: 'Embudo',
    table: 'Tabla',
  },
  summary: {
    trend: (name, from, to, start, end, change) =>
      `${name}: de ${start} (${from}) a ${end} (${to}), ${change}.`,
    extremes: (high, highAt, low, lowAt) => `Máximo: ${high}, ${highAt}. Mínimo: ${low}, ${lowAt}.`,
    largest: (name, value) => `El mayor: ${name}, ${value}.`,
    smallest: (name, value) => `El menor: ${name}, ${value}.`,
    series: (names) => `Muestra ${names}.`,
    points: (count) => `${count} valores.`,
    single: (name, value) => `${name}: ${value}.`,
  },
};

const ar: Words = {
  quarter: (n) => `الربع ${n}`,
  weekOf: (date) => `أسبوع ${date}`,
  fiscalYear: (y) => `س.م ${y}`,
  yes: 'نعم',
  no: 'لا',
  noName: '(بلا اسم)',
  total: 'المجموع',
  other: 'أخرى',
  more: (count) => `+${count} أخرى`,
  rightAxis: (name) => `${name} (المحور الثاني)`,
  versus: (period) => `مقارنة بـ ${period}`,
  previous: 'الفترة السابقة',
  shownOf: (shown, all) => `يظهر ${shown} من ${all}`,
  truncated: (rows) => `تظهر أول ${rows} صفوف فقط`,
  negativesHidden: 'القيم السالبة غير معروضة',
  noShares: 'تتطلب الحصص قيمًا أكبر من الصفر.',
  ofFirst: 'من الخطوة الأولى',
  emptyTitle: 'لا يوجد ما يُعرض بعد',
  emptyHint: 'لا توجد صفوف مطابقة. وسّع الفترة أو أزل أحد المرشحات.',
  errorTitle: 'تعذّر تحميل هذا المخطط',
  errorHint: 'حاول مرة أخرى بعد قليل.',
  loading: 'جارٍ التحميل',
  tooMuchTitle: (rows) => `${rows} قيمة أكثر مما يمكن رسمه`,
  tooMuchHint: 'استخدم مرشحًا أو تجميعًا أوسع.',
  unfitTitle: 'هذه البيانات لا تناسب هذا المخطط',
  unfitHint: 'أضف مقياسًا رقميًا.',
  rows: (from, to, all) => `${from}–${to} من ${all}`,
  change: 'التغيّر',
  points: (n) => `${n} نقطة مئوية`,
  kinds: {
    kpi: 'مؤشر',
    line: 'مخطط خطي',
    area: 'مخطط مساحي',
    bar: 'مخطط أعمدة',
    'bar-line': 'مخطط أعمدة وخطوط',
    pie: 'مخطط دائري',
    scatter: 'مخطط انتشار',
    heatmap: 'خريطة حرارية',
    leaderboard: 'ترتيب',
    waterfall: 'مخطط شلالي',
    funnel: 'قمع',
    table: 'جدول',
  },
  summary: {
    trend: (name, from, to, start, end, change) =>
      `${name}: من ${start} (${from}) إلى ${end} (${to})، ${change}.`,
    extremes: (high, highAt, low, lowAt) => `الأعلى: ${high}، ${highAt}. الأدنى: ${low}، ${lowAt}.`,
    largest: (name, value) => `الأكبر: ${name}، ${value}.`,
    smallest: (name, value) => `الأصغر: ${name}، ${value}.`,
    series: (names) => `يعرض ${names}.`,
    points: (count) => `${count} قيمة.`,
    single: (name, value) => `${name}: ${value}.`,
  },
};

const languages: Readonly<Record<string, Words>> = { en, de, fr, es, ar };

/** English where a language is not spoken here yet; the numbers and dates are the viewer's in any case. */
export function wordsFor(locale: Locale): Words {
  return languages[baseLanguage(locale)] ?? en;
}
