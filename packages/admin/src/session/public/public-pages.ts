import { loadNamespaces } from '../../messages.ts';
import { lazy } from '../../parts/page/lazy.tsx';

/** Pages for people who cannot sign in yet, whether or not there is a session. */
const PAGES = {
  '/set-password': lazy(async () => {
    const [{ SetPasswordPage }] = await Promise.all([import('./set-password-page.tsx'), texts()]);
    return SetPasswordPage;
  }, 0),
  '/forgot-password': lazy(async () => {
    const [{ ForgotPasswordPage }] = await Promise.all([import('./forgot-password-page.tsx'), texts()]);
    return ForgotPasswordPage;
  }, 0),
};

const texts = () => loadNamespaces('signIn');

export const publicPageAt = (path: string) =>
  Object.hasOwn(PAGES, path) ? PAGES[path as keyof typeof PAGES] : undefined;
