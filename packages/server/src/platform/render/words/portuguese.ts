import type { PageWords } from './words.ts';

export const portuguese: PageWords = {
  filters: 'Filtros',
  all: 'Tudo',
  notFilteredBy: 'Não filtrado por {0}',
  steps: 'Etapas',
  recommendation: 'Recomendação',
  source: 'Fonte',
  again: 'Tentar novamente',
  notFound: ['Este conteúdo não está disponível', 'Foi movido ou já não é mostrado.'],
  signIn: ['A sua sessão terminou', 'Recarregue a página para continuar.'],
  denied: ['Não tem acesso a este conteúdo', 'Peça-o a quem gere esta página.'],
  refused: ['Este conteúdo não pode ser mostrado aqui', 'Esta página não está entre as que o podem mostrar.'],
  engine: ['Os dados não estão acessíveis neste momento', 'Tente novamente daqui a pouco.'],
  failed: ['Algo correu mal', 'Tente novamente daqui a pouco.'],
  empty: ['Ainda não há nada para mostrar', 'Ainda não foi publicado nada aqui.'],
};
