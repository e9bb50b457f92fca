import Type from 'typebox';
import { Timestamp, type Wire } from './schema-parts.ts';

/** What an operator can limit per tenant. All but storage start at zero every calendar month (UTC). */
export const QUOTAS = ['views', 'exchanges', 'exportedRows', 'storageBytes'] as const;

export type QuotaName = (typeof QUOTAS)[number];

/** A quota that is not listed is unlimited. */
export type QuotaLimits = Readonly<Partial<Record<QuotaName, number>>>;

/** Share of a quota from which administrators and the operator are warned. */
export const QUOTA_WARNING = 0.8;

export const QuotasSchema = Type.Object(
  {
    resetsAt: Timestamp,
    quotas: Type.Array(
      Type.Object(
        {
          name: Type.Enum(QUOTAS),
          limit: Type.Integer(),
          used: Type.Integer({ description: 'This month; of `storageBytes`, at this moment.' }),
        },
        { title: 'QuotaUse' },
      ),
      { description: 'Empty if the operator has set no quotas.' },
    ),
  },
  { title: 'Quotas' },
);
/** The quotas of a tenant and how much of them is used. */
export type Quotas = Wire<typeof QuotasSchema>;
