import type { HttpApp } from '../../platform/http/http-app.ts';
import type { Services } from '../../services.ts';
import { ownFactorsRoutes } from './account/own-factors-routes.ts';
import { resetFactorsRoutes } from './account/reset-factors-routes.ts';
import { confirmRoutes } from './confirmation/confirm-routes.ts';
import type { FindProvider } from './confirmation/confirm-session.ts';
import { passkeySignInRoutes } from './sign-in/passkey-sign-in-routes.ts';
import { secondFactorRoutes } from './sign-in/second-factor-routes.ts';
import { setUpRoutes } from './sign-in/set-up-routes.ts';

/** Passkeys, authenticator apps and recovery codes: to manage them, to sign in, and to confirm a session (ADR 349). */
export function secondFactorsRoutes(app: HttpApp, services: Services, findProvider: FindProvider): void {
  ownFactorsRoutes(app, services);
  resetFactorsRoutes(app, services);
  secondFactorRoutes(app, services);
  setUpRoutes(app, services);
  passkeySignInRoutes(app, services);
  confirmRoutes(app, services, findProvider);
}
