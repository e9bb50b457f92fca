import type { ProviderKind, ProviderTest } from '@inlay/protocol/identity-provider';
import { Icon } from '@inlay/ui/controls/icon';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useMessages } from '../../../../messages.ts';
import { Moment } from '../../../../parts/text/moment.tsx';
import { Rich } from '../../../../parts/text/rich.tsx';
import { Facts } from '../facts.tsx';
import { TestedAccount } from './tested-account.tsx';

interface TestResultProps {
  readonly kind: ProviderKind;
  readonly test: ProviderTest;
  /** It passed with settings that have changed since. */
  readonly isOutdated: boolean;
}

/** Check by check, up to the first that failed. */
export function TestResult({ kind, test, isOutdated }: TestResultProps): VNode {
  const t = useMessages('providers').test;
  const tone = !test.passed ? 'bad' : isOutdated ? 'warning' : 'good';
  const labelOf = (label: string | Readonly<Record<ProviderKind, string>>) =>
    typeof label === 'string' ? label : label[kind];
  const claims = Object.entries(test.claims);
  return (
    <>
      <div class={`verdict verdict-${tone}`} role="status">
        <span class={`verdict-mark is-${tone}`}>
          {isOutdated ? '!' : <Icon name={test.passed ? 'check' : 'close'} />}
        </span>
        <div>
          <strong>{test.passed ? t.passed : t.failed}</strong>
          <span>
            <Rich text={t.tested} parts={{ time: <Moment at={test.at} /> }} />
          </span>
        </div>
      </div>
      {isOutdated && <Notice tone="warning">{t.outdated}</Notice>}
      <ul class="checks">
        {test.checks.map(({ name, passed, reason }) => (
          <li key={name} class={passed ? 'check' : 'check check-failed'}>
            <span class={passed ? 'check-mark' : 'check-mark is-bad'}>
              <Icon name={passed ? 'check' : 'close'} />
            </span>
            <div>
              <span class="ui-visually-hidden">{passed ? t.passedCheck : t.failedCheck} </span>
              <span class="check-name">{labelOf(t.checks[name])}</span>
              {reason && <p>{reason}</p>}
            </div>
          </li>
        ))}
      </ul>
      {test.account && <TestedAccount account={test.account} />}
      {claims.length > 0 && (
        <details>
          <summary>{t.claims[kind]}</summary>
          <Facts facts={claims} isCode />
        </details>
      )}
    </>
  );
}
