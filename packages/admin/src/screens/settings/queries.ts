import { query } from '../../api/query.ts';

export const tenantSettings = query('/tenant-settings');
