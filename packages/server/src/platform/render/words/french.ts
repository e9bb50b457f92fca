import type { PageWords } from './words.ts';

export const french: PageWords = {
  filters: 'Filtres',
  all: 'Tout',
  notFilteredBy: 'Non filtré par {0}',
  steps: 'Étapes',
  recommendation: 'Recommandation',
  source: 'Source',
  again: 'Réessayer',
  notFound: ['Ce contenu n’est pas disponible', 'Il a été déplacé ou n’est plus affiché.'],
  signIn: ['Votre session est terminée', 'Rechargez la page pour continuer.'],
  denied: ['Vous n’avez pas accès à ce contenu', 'Demandez-le à la personne responsable de cette page.'],
  refused: [
    'Ce contenu ne peut pas être affiché ici',
    'Cette page ne figure pas parmi celles qui peuvent l’afficher.',
  ],
  engine: ['Les données sont inaccessibles pour le moment', 'Réessayez dans un instant.'],
  failed: ['Une erreur s’est produite', 'Réessayez dans un instant.'],
  empty: ['Rien à afficher pour l’instant', 'Rien n’a encore été publié ici.'],
};
