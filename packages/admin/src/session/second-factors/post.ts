import { read, requestInSession, send } from '../../api/request.ts';

/** Sends a step of a sign-in or a confirmation. */
export type Post = <T = void>(url: string, body?: object) => Promise<T>;

/** Before there is a session. */
export const postSignIn: Post = async <T>(url: string, body?: object) =>
  read<T>(await send('POST', url, body && { body }));

/** If the session ends meanwhile, its owner signs in again. */
export const postInSession: Post = <T>(url: string, body?: object) =>
  requestInSession<T>('POST', url, body && { body });
