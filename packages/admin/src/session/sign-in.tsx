import type { SignInStep } from '@inlay/protocol/second-factor';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { LoadedWays } from './load-other-ways.ts';
import { SignInForm } from './sign-in-form.tsx';

interface SignInProps {
  /** Who was signed in, if their session ended on the page behind. */
  readonly username?: string;
  readonly meanwhile?: () => void;
}

const load = async () => (await import('./load-other-ways.ts')).loadOtherWays();

/** Every way to sign in: the password at once, and below it the others, which are loaded after the page. */
export function SignIn({ username, meanwhile }: SignInProps): VNode {
  const [loaded, setLoaded] = useState<LoadedWays>();
  const [step, setStep] = useState<SignInStep>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    // The password works without the others.
    load().then(setLoaded, console.warn);
  }, []);
  const onNext = async (next: SignInStep) => {
    if (!loaded) setLoaded(await load());
    setProblem(undefined);
    setStep(next);
  };
  const onBack = (reason?: string) => {
    setProblem(reason);
    setStep(undefined);
  };
  return (
    <>
      {problem !== undefined && <Notice tone="warning">{problem}</Notice>}
      {!step && loaded?.options.passwords !== false && (
        <SignInForm username={username} meanwhile={meanwhile} onNext={onNext} />
      )}
      {loaded && (
        <loaded.OtherWays
          options={loaded.options}
          step={step}
          isAgain={username !== undefined}
          meanwhile={meanwhile}
          onBack={onBack}
        />
      )}
    </>
  );
}
