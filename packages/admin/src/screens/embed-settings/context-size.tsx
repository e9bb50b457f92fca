import type { TokenReport } from '@inlay/protocol/embed-settings';
import { Badge } from '@inlay/ui/badge';
import { CodeBlock } from '@inlay/ui/code-block';
import { Notice } from '@inlay/ui/notice';
import type { VNode } from 'preact';

const number = new Intl.NumberFormat('en');
const colours = 8;

type Context = NonNullable<TokenReport['context']>;

/** The size of each field, what did not fit, and the remaining space. */
export function ContextSize({ context }: { readonly context: Context }): VNode {
  const { bytes, limit, truncated, lost, ignored } = context;
  const fields = Object.entries(context.bytesByField)
    .filter(([, size]) => size > 0)
    .sort(([, a], [, b]) => b - a);
  const whole = Math.max(bytes, limit);
  return (
    <section class="ui-card" aria-label="Context">
      <div class="ui-card-head">
        <div>
          <h2>User context</h2>
          <p class="muted figures">
            {number.format(bytes)} of {number.format(limit)} bytes
          </p>
        </div>
        {truncated ? <Badge tone="bad">Truncated</Badge> : <Badge tone="good">Complete</Badge>}
      </div>
      <div class="size-bar" role="img" aria-label={`${bytes} of ${limit} bytes are used`}>
        {fields.map(([field, size], index) => (
          <div key={field} style={{ width: `${(size / whole) * 100}%`, background: colour(index) }} />
        ))}
      </div>
      <ul class="size-legend">
        {fields.map(([field, size], index) => (
          <li key={field}>
            <span class="swatch" style={{ background: colour(index) }} />
            <code>{field}</code>
            <span class="muted figures">{number.format(size)} bytes</span>
          </li>
        ))}
      </ul>
      {truncated && (
        <Notice tone="bad" title={`${lost.length} ${lost.length === 1 ? 'entry was' : 'entries were'} lost`}>
          <p>Rules that read them deny. Sign fewer or shorter values.</p>
          <p class="ui-mono">{lost.map(({ section, key }) => `${section}.${key}`).join(', ')}</p>
        </Notice>
      )}
      {ignored.length > 0 && (
        <Notice tone="warning" title="Fields that nothing reads">
          <span class="ui-mono">{ignored.join(', ')}</span>. They take room; look for a typing mistake.
        </Notice>
      )}
      <details>
        <summary>What Inlay would hold (of secrets the names only)</summary>
        <CodeBlock title="Effective context" code={JSON.stringify(context.effective, null, 2)} />
      </details>
    </section>
  );
}

const colour = (index: number) => `var(--inlay-series-${(index % colours) + 1})`;
