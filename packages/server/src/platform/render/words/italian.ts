import type { PageWords } from './words.ts';

export const italian: PageWords = {
  filters: 'Filtri',
  all: 'Tutto',
  notFilteredBy: 'Non filtrato per {0}',
  steps: 'Passi',
  recommendation: 'Raccomandazione',
  source: 'Fonte',
  again: 'Riprova',
  notFound: ['Questo contenuto non è disponibile', 'È stato spostato o non viene più mostrato.'],
  signIn: ['La sessione è terminata', 'Ricaricare la pagina per continuare.'],
  denied: ['Non ha accesso a questo contenuto', 'Lo chieda a chi gestisce questa pagina.'],
  refused: [
    'Questo contenuto non può essere mostrato qui',
    'Questa pagina non è tra quelle che possono mostrarlo.',
  ],
  engine: ['I dati non sono raggiungibili in questo momento', 'Riprovare tra poco.'],
  failed: ['Qualcosa è andato storto', 'Riprovare tra poco.'],
  empty: ['Ancora niente da mostrare', 'Qui non è stato ancora pubblicato nulla.'],
};
