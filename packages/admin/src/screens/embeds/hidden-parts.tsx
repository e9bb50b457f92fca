import type { EmbedExplanation } from '@inlay/protocol/explanation';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Badge } from '@inlay/ui/layout/badge';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';

/** What is hidden from this user, and why. */
export function HiddenParts({ explanation }: { readonly explanation: EmbedExplanation }): VNode {
  const t = useMessages('admin').explanation;
  const failed = explanation.checks.filter(({ ok }) => !ok);
  const hidden = explanation.parts.filter(({ visible }) => !visible);
  const named = new Set(hidden.flatMap(({ kind, title }) => (kind === 'item' ? [title] : [])));
  // A tile that is hidden on the dashboard is listed once, as a part of the dashboard.
  const listed = hidden
    .filter(({ kind, title }) => kind !== 'tile' || !named.has(title))
    // What hides the whole is a failed check already.
    .filter((part) => !failed.some(({ reason }) => reason === part.reason));
  const limited = explanation.parts.flatMap((part) =>
    part.visible && part.data && part.data.rows !== 'all' ? [{ ...part, data: part.data }] : [],
  );
  const empty = limited.filter(({ data }) => data.rows === 'none');
  const narrowed = limited.filter(({ data }) => data.rows !== 'none');
  return (
    <section class="ui-card" aria-labelledby="hidden-parts" aria-live="polite">
      <div>
        <h2 id="hidden-parts">{t.title}</h2>
        {failed.length === 0 && (
          <p class="ui-muted ui-small">{hidden.length === 0 ? t.nothingHidden : explanation.summary}</p>
        )}
      </div>
      {failed.length > 0 && (
        <ul class="ui-stack-tight reasons">
          {failed.map(({ name, reason }) => (
            <li key={name}>
              <span>
                <Badge tone="bad">{t.refused}</Badge>
              </span>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
      {listed.length > 0 && (
        <ul class="ui-stack-tight reasons" aria-label={t.hidden}>
          {listed.map((part) => (
            <li key={`${part.kind} ${part.id}`}>
              <span class="ui-row">
                <Badge tone="warning">{t.hidden}</Badge>
                <span>
                  <strong>{titleOutline(part.title ?? part.id)}</strong>{' '}
                  <span class="ui-muted ui-small">{t.kinds[part.kind]}</span>
                </span>
              </span>
              <span class="ui-small">{part.reason}</span>
            </li>
          ))}
        </ul>
      )}
      {empty.length > 0 && (
        <ul class="ui-stack-tight reasons" aria-label={t.withoutRows}>
          {empty.map((part) => (
            <li key={`${part.kind} ${part.id}`}>
              <span class="ui-row">
                <Badge tone="warning">{t.noRows}</Badge>
                <strong>{titleOutline(part.title ?? part.id)}</strong>
              </span>
              <span class="ui-small">{part.data.reason}</span>
            </li>
          ))}
        </ul>
      )}
      {narrowed.length > 0 && (
        <details>
          <summary>{t.fewerRows({ count: narrowed.length })}</summary>
          <ul class="ui-stack-tight reasons">
            {narrowed.map((part) => (
              <li key={`${part.kind} ${part.id}`}>
                <strong>{titleOutline(part.title ?? part.id)}</strong>
                <span class="ui-small">{part.data.reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
