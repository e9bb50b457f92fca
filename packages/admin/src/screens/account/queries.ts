import { query } from '../../api/query.ts';

export const ownFactors = query('/me/second-factors');
export const ownSessions = query('/me/sessions');
