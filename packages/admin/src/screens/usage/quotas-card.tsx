import { QUOTA_WARNING, type Quotas } from '@inlay/protocol/quota';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { formatLocale, useMessages } from '../../messages.ts';
import { Columns } from '../../parts/list/columns.tsx';
import { byteText } from '../../parts/text/byte-text.ts';
import { numberText } from '../../parts/text/number-text.ts';

type QuotaUse = Quotas['quotas'][number];

const amountText = (name: QuotaUse['name'], amount: number) =>
  name === 'storageBytes' ? byteText(amount) : numberText(amount);

/** What the operator of the instance allows, and how much of it is used. */
export function QuotasCard({ quotas: { quotas, resetsAt } }: { readonly quotas: Quotas }): VNode | null {
  const t = useMessages('activity').usage;
  if (quotas.length === 0) return null;
  const exhausted = quotas.filter(({ used, limit }) => used >= limit);
  const close = quotas.filter(({ used, limit }) => used < limit && used >= limit * QUOTA_WARNING);
  const names = (found: readonly QuotaUse[]) =>
    new Intl.ListFormat(formatLocale()).format(found.map(({ name }) => t.quotaNames[name]));
  return (
    <section class="ui-card" aria-label={t.quotas}>
      <div>
        <h2>{t.quotas}</h2>
        <p class="ui-muted">{t.quotasHint({ date: dateText(resetsAt) })}</p>
      </div>
      {exhausted.length > 0 && (
        <Notice tone="bad" title={t.quotaUsedUp({ quotas: names(exhausted) })}>
          {t.quotaUsedUpHint}
        </Notice>
      )}
      {close.length > 0 && (
        <Notice tone="warning" title={t.quotaClose({ quotas: names(close) })}>
          {t.quotaCloseHint}
        </Notice>
      )}
      <table class="ui-table plain">
        <Columns
          items={quotas.map((quota) => ({ ...quota, id: quota.name }))}
          columns={[
            { title: t.quota, cell: ({ name }) => t.quotaNames[name] },
            {
              title: t.quotaShare,
              class: 'ui-wide',
              cell: ({ name, used, limit }) => (
                <progress
                  max={limit || 1}
                  value={Math.min(used, limit || 1)}
                  aria-label={t.quotaNames[name]}
                />
              ),
            },
            { title: t.used, class: 'ui-number ui-keep', cell: ({ name, used }) => amountText(name, used) },
            {
              title: t.limit,
              class: 'ui-number ui-keep',
              cell: ({ name, limit }) => amountText(name, limit),
            },
          ]}
        />
      </table>
    </section>
  );
}

const dateText = (at: string): string =>
  new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at));
