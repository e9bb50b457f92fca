import type { SentLink } from '@inlay/protocol/password-link';
import type { User } from '@inlay/protocol/user';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';

export const invite = (id: string): Promise<SentLink> => api.post('/users/{id}/invitation', { path: { id } });

/** An invitation for users who never signed in, unless somebody gave them a password, and a reset for the others. */
export async function sendLink({ id, lastLoginAt }: User): Promise<SentLink> {
  const reset = () => api.post('/users/{id}/password-reset', { path: { id } });
  if (lastLoginAt !== null) return reset();
  try {
    return await invite(id);
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return reset();
    throw error;
  }
}
