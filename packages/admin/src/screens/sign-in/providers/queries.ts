import { MAX_PROVIDERS } from '@inlay/protocol/identity-provider';
import { query } from '../../../api/query.ts';

export const providerList = query('/identity-providers', { query: { limit: MAX_PROVIDERS } });
export const providerQuery = (id: string) => query('/identity-providers/{id}', { path: { id } });
