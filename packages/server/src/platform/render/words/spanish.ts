import type { PageWords } from './words.ts';

export const spanish: PageWords = {
  filters: 'Filtros',
  all: 'Todo',
  notFilteredBy: 'Sin filtrar por {0}',
  steps: 'Pasos',
  recommendation: 'Recomendación',
  source: 'Fuente',
  again: 'Reintentar',
  notFound: ['Este contenido no está disponible', 'Se movió o ya no se muestra.'],
  signIn: ['Su sesión ha terminado', 'Vuelva a cargar la página para continuar.'],
  denied: ['No tiene acceso a este contenido', 'Pídalo a quien gestiona esta página.'],
  refused: ['Este contenido no puede mostrarse aquí', 'Esta página no está entre las que pueden mostrarlo.'],
  engine: ['No se puede acceder a los datos en este momento', 'Inténtelo de nuevo en un momento.'],
  failed: ['Algo salió mal', 'Inténtelo de nuevo en un momento.'],
  empty: ['Aún no hay nada que mostrar', 'Todavía no se ha publicado nada aquí.'],
};
