import type { PageWords } from './words.ts';

export const dutch: PageWords = {
  filters: 'Filters',
  all: 'Alles',
  notFilteredBy: 'Niet gefilterd op {0}',
  steps: 'Stappen',
  recommendation: 'Aanbeveling',
  source: 'Bron',
  again: 'Opnieuw proberen',
  notFound: ['Deze inhoud is niet beschikbaar', 'Hij is verplaatst of wordt niet meer getoond.'],
  signIn: ['Uw sessie is afgelopen', 'Laad de pagina opnieuw om verder te gaan.'],
  denied: ['U hebt geen toegang tot deze inhoud', 'Vraag ernaar bij de beheerder van deze pagina.'],
  refused: [
    'Deze inhoud kan hier niet worden getoond',
    'Deze pagina hoort niet bij de pagina’s die hem mogen tonen.',
  ],
  engine: ['De gegevens zijn nu niet bereikbaar', 'Probeer het zo meteen opnieuw.'],
  failed: ['Er ging iets mis', 'Probeer het zo meteen opnieuw.'],
  empty: ['Nog niets te zien', 'Hier is nog niets gepubliceerd.'],
};
