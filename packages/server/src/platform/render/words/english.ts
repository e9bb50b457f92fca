import type { PageWords } from './words.ts';

export const english: PageWords = {
  filters: 'Filters',
  all: 'All',
  notFilteredBy: 'Not filtered by {0}',
  steps: 'Steps',
  recommendation: 'Recommendation',
  source: 'Source',
  again: 'Try again',
  notFound: ['This is not available', 'It was moved or is no longer shown.'],
  signIn: ['Your session has ended', 'Reload the page to go on.'],
  denied: ['You do not have access to this', 'Ask whoever runs this page to give it to you.'],
  refused: ['This cannot be shown here', 'This page is not on the list of pages that may show it.'],
  engine: ['The data cannot be reached right now', 'Try again in a moment.'],
  failed: ['Something went wrong', 'Try again in a moment.'],
  empty: ['Nothing to show yet', 'Nothing has been published here so far.'],
};
