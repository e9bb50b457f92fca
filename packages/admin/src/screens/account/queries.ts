import { query } from '../../api/query.ts';

export const ownSessions = query('/me/sessions');
