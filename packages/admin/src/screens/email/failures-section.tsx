import type { MailSettings } from '@inlay/protocol/mail-settings';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { adoptStyles } from '../../parts/page/adopt-styles.ts';
import { Breakable } from '../../parts/text/breakable.tsx';
import { Moment } from '../../parts/text/moment.tsx';
import css from './failures.css?inline';

adoptStyles(css);

/** What could not be sent, and why, the latest first. */
export function FailuresSection({ failures }: Pick<MailSettings, 'failures'>): VNode {
  const t = useMessages('tenant').mail.failures;
  // A later version may know more kinds.
  const kinds: Readonly<Record<string, string>> = t.kinds;
  return (
    <section class="ui-card" aria-label={t.title}>
      <div>
        <h2>{t.title}</h2>
        <p class="ui-muted">{failures.length === 0 ? t.none : t.text}</p>
      </div>
      {failures.length > 0 && (
        <ul class="mail-failures" aria-label={t.list}>
          {failures.map(({ id, kind, recipient, failedAt, reason }) => (
            <li key={id}>
              {recipient !== null && (
                <strong>
                  <Breakable text={recipient} />
                </strong>
              )}
              <span class="ui-small ui-muted">
                {kinds[kind] ?? kind} · <Moment at={failedAt} />
              </span>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
