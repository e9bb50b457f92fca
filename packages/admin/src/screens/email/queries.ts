import { query } from '../../api/query.ts';

export const mailSettings = query('/mail-settings');
