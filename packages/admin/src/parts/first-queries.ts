import { SAMPLE_DATA } from '@inlay/content/sample-data';
import { query } from '../api/query.ts';

export const firstDataset = query('/datasets', { query: { limit: 1 } });
export const sampleApp = query('/apps', { query: { q: SAMPLE_DATA.app, limit: 1 } });
