import { query } from '../../api/query.ts';

export const signInSettings = query('/sign-in-settings');
