import { query } from '../../../api/query.ts';

export const allDashboards = query('/dashboards', { query: { limit: 200 } });
