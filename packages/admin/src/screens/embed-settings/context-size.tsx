import type { TokenReport } from '@inlay/protocol/embed-auth-settings';
import { Badge } from '@inlay/ui/layout/badge';
import { CodeBlock } from '@inlay/ui/layout/code-block';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { Rich } from '../../parts/text/rich.tsx';

const COLORS = 8;

type Context = NonNullable<TokenReport['context']>;

/** The size of each field, what did not fit, and the remaining space. */
export function ContextSize({ context }: { readonly context: Context }): VNode {
  const t = useMessages('embedSettings').context;
  const { bytes, limit, truncated, lost, ignored } = context;
  const fields = Object.entries(context.bytesByField)
    .filter(([, size]) => size > 0)
    .sort(([, a], [, b]) => b - a);
  const whole = Math.max(bytes, limit);
  return (
    <section class="ui-card" aria-label={t.label}>
      <div class="ui-card-head">
        <div>
          <h2>{t.title}</h2>
          <p class="ui-muted ui-figures">{t.used({ bytes, limit })}</p>
        </div>
        {truncated ? <Badge tone="bad">{t.truncated}</Badge> : <Badge tone="good">{t.complete}</Badge>}
      </div>
      <div class="size-bar" role="img" aria-label={t.used({ bytes, limit })}>
        {fields.map(([field, size], index) => (
          <div key={field} style={{ width: `${(size / whole) * 100}%`, background: color(index) }} />
        ))}
      </div>
      <ul class="size-legend">
        {fields.map(([field, size], index) => (
          <li key={field}>
            <span class="swatch" style={{ background: color(index) }} />
            <code>{field}</code>
            <span class="ui-muted ui-figures">{t.bytes({ bytes: size })}</span>
          </li>
        ))}
      </ul>
      {truncated && (
        <Notice tone="bad" title={t.lost({ count: lost.length })}>
          <p>{t.lostText}</p>
          <p class="ui-mono">{lost.map(({ section, key }) => `${section}.${key}`).join(', ')}</p>
        </Notice>
      )}
      {ignored.length > 0 && (
        <Notice tone="warning" title={t.ignored}>
          <Rich text={t.ignoredText} parts={{ fields: <span class="ui-mono">{ignored.join(', ')}</span> }} />
        </Notice>
      )}
      <details>
        <summary>{t.effective}</summary>
        <CodeBlock title={t.effectiveTitle} code={JSON.stringify(context.effective, null, 2)} />
      </details>
    </section>
  );
}

const color = (index: number) => `var(--inlay-series-${(index % COLORS) + 1})`;
