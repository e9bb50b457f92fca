import { query } from '../api/query.ts';

export const firstDataset = query('/datasets', { query: { limit: 1 } });
