import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { PublicPage } from './public-page.tsx';

export function ForgotPasswordPage(): VNode {
  const t = useMessages('signIn').forgot;
  return (
    <PublicPage title={t.title} about={t.text}>
      <ForgotPasswordForm />
    </PublicPage>
  );
}
