import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { fetchOtherScreens, prefetchScreen } from '../prefetch-screens.ts';
import { SignInCard } from './sign-in-card.tsx';

export function SignInPage(): VNode {
  // While the user types, the files needed after signing in are fetched.
  useEffect(() => void fetchOtherScreens(), []);
  return <SignInCard host={location.host} meanwhile={prefetchScreen} />;
}
