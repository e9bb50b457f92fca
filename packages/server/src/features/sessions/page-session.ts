import { Timestamp } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { isoTime } from '../../platform/time/time.ts';
import type { Services } from '../../services.ts';
import type { StartedSession } from './log-in.ts';
import { sessionCookie } from './session-cookie.ts';

export const PageSessionSchema = Type.Object({ expiresAt: Timestamp });

/** How the admin app gets a session: the cookie that holds its token, and what the page learns of it. */
export function pageSession(
  { time, config }: Pick<Services, 'time' | 'config'>,
  { token, settings }: StartedSession,
): { readonly cookie: string; readonly expiresAt: string } {
  return {
    cookie: sessionCookie(config, token, settings),
    expiresAt: isoTime(time.now() + settings.sessionHours * 60 * 60 * 1000),
  };
}
