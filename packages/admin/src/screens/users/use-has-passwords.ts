import { query } from '../../api/query.ts';
import { useQuery } from '../../api/use-query.ts';

const settings = query('/sign-in-settings');

/** Whether anybody can sign in with a password: without, the server sends no link to choose one. */
export const useHasPasswords = (): boolean => useQuery(settings).data?.passwords !== false;
