import type { MailSettings } from '@inlay/protocol/mail-settings';
import { Table } from '@inlay/ui/layout/table';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { Breakable } from '../../parts/text/breakable.tsx';
import { Moment } from '../../parts/text/moment.tsx';

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
        <Table>
          <thead>
            <tr>
              <th scope="col">{t.recipient}</th>
              <th scope="col">{t.reason}</th>
              <th scope="col" class="ui-wide">
                {t.time}
              </th>
            </tr>
          </thead>
          <tbody>
            {failures.map(({ id, kind, recipient, failedAt, reason }) => (
              <tr key={id}>
                <td>
                  {recipient !== null && <Breakable text={recipient} />}
                  <div class="ui-small ui-muted">{kinds[kind] ?? kind}</div>
                </td>
                <td class="ui-small">{reason}</td>
                <td class="ui-wide ui-keep">
                  <Moment at={failedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
