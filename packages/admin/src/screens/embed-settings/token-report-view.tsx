import type { TokenReport } from '@inlay/protocol/embed-settings';
import { Icon } from '@inlay/ui/icon';
import { Notice } from '@inlay/ui/notice';
import type { VNode } from 'preact';
import { counted } from '../../parts/counted.ts';
import { ContextSize } from './context-size.tsx';

const titles: Readonly<Record<string, string>> = {
  form: 'It is a JWT',
  alg: 'Algorithm is RS512',
  typ: 'Type is JWT',
  crit: 'No critical header that is unknown (crit)',
  kid: 'Key identifier can be used (kid)',
  key: 'A key to check it with',
  signature: 'Signature matches',
  sub: 'sub is your client id',
  iss: 'iss is your issuer',
  aud: 'aud is this instance',
  exp: 'Not expired (exp)',
  nbf: 'Already valid (nbf)',
  iat: 'Signed in the past (iat)',
  jti: 'Has an identifier of its own (jti)',
  replay: 'Not exchanged before',
};

export function TokenReportView({ report }: { readonly report: TokenReport }): VNode {
  const { valid, checks, context, warnings } = report;
  const failed = checks.filter(({ ok }) => !ok);
  const tone = !valid ? 'bad' : context?.truncated || warnings.length > 0 ? 'warning' : 'good';
  const passed = checks.filter(({ ok }) => ok);
  return (
    <>
      <section class="ui-card" aria-label="Result">
        <div class={`verdict verdict-${tone}`} role="status">
          <span class={`verdict-mark is-${tone}`}>
            {tone === 'warning' ? '!' : <Icon name={valid ? 'check' : 'close'} />}
          </span>
          <div>
            <strong>{valid ? 'An exchange would succeed' : 'An exchange would be refused'}</strong>
            <span>{verdict(report)}</span>
          </div>
        </div>
        {warnings.length > 0 && (
          <Notice tone="warning" title="Names that match nothing">
            <ul>
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </Notice>
        )}
        {failed.length > 0 && <Checks checks={failed} />}
        {failed.length > 0 && passed.length > 0 ? (
          <details>
            <summary>{counted(passed.length, 'check')} passed</summary>
            <Checks checks={passed} />
          </details>
        ) : (
          passed.length > 0 && <Checks checks={passed} />
        )}
      </section>
      {context && <ContextSize context={context} />}
    </>
  );
}

function Checks({ checks }: { readonly checks: TokenReport['checks'] }): VNode {
  return (
    <ul class="checks">
      {checks.map(({ name, ok, reason }) => (
        <li key={name} class={ok ? 'check' : 'check check-failed'}>
          <span class={ok ? 'check-mark' : 'check-mark is-bad'}>
            <Icon name={ok ? 'check' : 'close'} />
          </span>
          <div>
            <span class="ui-visually-hidden">{ok ? 'Passed: ' : 'Failed: '}</span>
            <span class="check-name">{titles[name] ?? <code>{name}</code>}</span>
            {reason && <p>{reason}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function verdict({ checks, context, warnings }: TokenReport): string {
  const failed = checks.filter(({ ok }) => !ok).length;
  if (failed > 0) return failed === 1 ? 'One check failed.' : `${failed} checks failed.`;
  if (context?.truncated) return 'Every check passed, but the context is too large and was truncated.';
  if (warnings.length > 0) return 'Every check passed, but the context names things that do not exist.';
  return 'Every check passed, and the context is complete.';
}
