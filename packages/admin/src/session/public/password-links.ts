import type { PasswordLink } from '@inlay/protocol/password-link';
import { read, send } from '../../api/request.ts';

// In bodies, never in addresses: servers and proxies log those.

export const readLink = async (token: string): Promise<PasswordLink> =>
  read(await send('POST', '/admin/password-link', { body: { token } }));

export const setPassword = async (token: string, newPassword: string): Promise<void> =>
  read(await send('POST', '/admin/password-link/password', { body: { token, newPassword } }));

export const requestReset = async (username: string): Promise<void> =>
  read(await send('POST', '/admin/password-reset', { body: { username } }));

export const canReset = async (): Promise<boolean> => {
  const { available } = await read<{ readonly available: boolean }>(
    await send('GET', '/admin/password-reset'),
  );
  return available;
};

/** The token of the link that was opened. It leaves the address bar at once, and with it the browser's history. */
export function takeToken(): string {
  const token = location.hash.slice(1);
  if (token !== '') history.replaceState(history.state, '', location.pathname);
  return token;
}
