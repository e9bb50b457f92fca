import type { TokenReport } from '@inlay/protocol/embed-auth-settings';
import { Icon } from '@inlay/ui/controls/icon';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { ContextSize } from './context-size.tsx';

export function TokenReportView({ report }: { readonly report: TokenReport }): VNode {
  const t = useMessages('embedSettings').check;
  const { valid, checks, context, warnings } = report;
  const failed = checks.filter(({ ok }) => !ok);
  const tone = !valid ? 'bad' : context?.truncated || warnings.length > 0 ? 'warning' : 'good';
  const passed = checks.filter(({ ok }) => ok);
  return (
    <>
      <section class="ui-card" aria-label={t.result}>
        <div class={`verdict verdict-${tone}`} role="status">
          <span class={`verdict-mark is-${tone}`}>
            {tone === 'warning' ? '!' : <Icon name={valid ? 'check' : 'close'} />}
          </span>
          <div>
            <strong>{valid ? t.succeeds : t.refused}</strong>
            <span>{verdict(report, t)}</span>
          </div>
        </div>
        {warnings.length > 0 && (
          <Notice tone="warning" title={t.warnings}>
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
            <summary>{t.passed({ count: passed.length })}</summary>
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
  const t = useMessages('embedSettings').check;
  const titles: Readonly<Record<string, string>> = t.checks;
  return (
    <ul class="checks">
      {checks.map(({ name, ok, reason }) => (
        <li key={name} class={ok ? 'check' : 'check check-failed'}>
          <span class={ok ? 'check-mark' : 'check-mark is-bad'}>
            <Icon name={ok ? 'check' : 'close'} />
          </span>
          <div>
            <span class="ui-visually-hidden">{ok ? t.passedCheck : t.failedCheck} </span>
            <span class="check-name">{titles[name] ?? <code>{name}</code>}</span>
            {reason && <p>{reason}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

type CheckMessages = ReturnType<typeof useMessages<'embedSettings'>>['check'];

function verdict({ checks, context, warnings }: TokenReport, t: CheckMessages): string {
  const failed = checks.filter(({ ok }) => !ok).length;
  if (failed > 0) return t.failed({ count: failed });
  if (context?.truncated) return t.truncated;
  return warnings.length > 0 ? t.unknownNames : t.complete;
}
