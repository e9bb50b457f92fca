import type { SentLink } from '@inlay/protocol/password-link';
import type { Wire } from '@inlay/protocol/schema-parts';
import type { NewUser, User } from '@inlay/protocol/user';
import { api } from '../../api/api.ts';
import { asApiError } from '../../api/api-error.ts';
import type { FirstPassword } from './first-password.tsx';
import { invite } from './send-link.ts';

type NewUserBody = Wire<typeof NewUser>;

/** What became of a user who was created: an invitation that fails does not undo it. */
export interface Created {
  readonly user: User;
  readonly invitation?: SentLink;
  readonly problem?: string;
}

export async function createUser({ password, ...body }: NewUserBody, first: FirstPassword): Promise<Created> {
  const isSet = first === 'set' && password !== undefined;
  const user = await api.post('/users', { body: isSet ? { ...body, password } : body });
  if (first !== 'invite') return { user };
  try {
    return { user, invitation: await invite(user.id) };
  } catch (error) {
    return { user, problem: asApiError(error).message };
  }
}
