import type { PageWords } from './words.ts';

export const german: PageWords = {
  filters: 'Filter',
  all: 'Alle',
  notFilteredBy: 'Nicht gefiltert nach {0}',
  steps: 'Schritte',
  recommendation: 'Empfehlung',
  source: 'Quelle',
  again: 'Erneut versuchen',
  notFound: ['Dieser Inhalt ist nicht verfügbar', 'Er wurde verschoben oder wird nicht mehr gezeigt.'],
  signIn: ['Ihre Sitzung ist beendet', 'Laden Sie die Seite neu, um fortzufahren.'],
  denied: [
    'Sie haben keinen Zugriff auf diesen Inhalt',
    'Bitten Sie die Verantwortlichen dieser Seite darum.',
  ],
  refused: [
    'Dieser Inhalt kann hier nicht gezeigt werden',
    'Diese Seite gehört nicht zu denen, die ihn zeigen dürfen.',
  ],
  engine: ['Die Daten sind gerade nicht erreichbar', 'Versuchen Sie es gleich noch einmal.'],
  failed: ['Etwas ist schiefgegangen', 'Versuchen Sie es gleich noch einmal.'],
  empty: ['Noch nichts zu sehen', 'Hier wurde bisher nichts veröffentlicht.'],
};
