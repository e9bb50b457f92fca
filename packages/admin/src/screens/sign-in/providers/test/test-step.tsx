import type { IdentityProvider } from '@inlay/protocol/identity-provider';
import { providerPath, TESTED } from '@inlay/protocol/provider-addresses';
import { isUnsaved } from '@inlay/ui/form/leave-guard';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useMessages } from '../../../../messages.ts';
import { isOwner } from '../../../../session/can.ts';
import { StepCard } from '../step-card.tsx';
import { TestResult } from './test-result.tsx';

/** A sign-in that changes nothing but the result shown here. */
export function TestStep({ provider }: { readonly provider: IdentityProvider }): VNode {
  const t = useMessages('providers').test;
  const { id, test } = provider;
  useEffect(() => {
    if (location.hash !== TESTED) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    document.getElementById('test')?.scrollIntoView();
  }, []);
  return (
    <StepCard
      step={5}
      id="test"
      title={t.title}
      text={t.text}
      action={
        isOwner() &&
        !isUnsaved() && (
          <a
            class={`ui-button ${test?.passed ? 'ui-button-secondary' : 'ui-button-primary'}`}
            href={`${providerPath(id)}?test`}
          >
            {t.run}
          </a>
        )
      }
    >
      {isUnsaved() && <p class="ui-small ui-muted">{t.saveFirst}</p>}
      {test && <TestResult kind={provider.kind} test={test} isOutdated={test.passed && !provider.isTested} />}
    </StepCard>
  );
}
