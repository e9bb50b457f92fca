import Type from 'typebox';
import { DEFAULT_AUDIT_DAYS } from './default-audit-days.ts';
import { exact, Nullable, type Wire } from './schema-parts.ts';

const setting = {
  language: Nullable(
    Type.String({
      maxLength: 35,
      pattern: '^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$',
      'x-problem': 'must be a language tag such as en or pt-BR',
      description: "Language of embeds whose page does not set one. Null uses the browser's language.",
    }),
  ),
  timeZone: Nullable(
    Type.String({
      maxLength: 64,
      pattern: '^[A-Za-z0-9_+/-]{1,64}$',
      'x-problem': 'must be a time zone such as Europe/Paris',
      description: 'Time zone of viewers whose page and context do not set one. Null means UTC.',
    }),
  ),
  weekStart: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 7,
      description: 'First day of the week, 1 for Monday. Null uses the convention of the language.',
    }),
  ),
  fiscalYearStart: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 12,
      description: 'First month of the fiscal year. Null means January.',
    }),
  ),
  currency: Nullable(
    Type.String({
      pattern: '^[A-Z]{3}$',
      'x-problem': 'must be a currency code such as EUR',
      description: 'Currency of amounts whose format does not set one.',
    }),
  ),
  allowedLinkHosts: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    maxItems: 100,
    uniqueItems: true,
    description:
      'Hosts that links in tables can point to, such as crm.example.com. Other links are shown as text.',
  }),
  allowedImageHosts: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    maxItems: 100,
    uniqueItems: true,
    description:
      'Hosts that images in tables can come from, such as cdn.example.com. Browsers of viewers request images from them. Other images are shown as text.',
  }),
  auditDays: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 3650,
      description: `Days that audit events are kept. Null means ${DEFAULT_AUDIT_DAYS}.`,
    }),
  ),
};

/** Defaults for viewers unless page or context override them, the hosts of links and images in tables, and how long audit events are kept. */
export const TenantSettingsSchema = Type.Object(setting, { ...exact, title: 'TenantSettings' });
export type TenantSettings = Wire<typeof TenantSettingsSchema>;

export const TenantSettingsChangeSchema = Type.Partial(TenantSettingsSchema, {
  ...exact,
  minProperties: 1,
  title: 'TenantSettingsChange',
});
export type TenantSettingsChange = Wire<typeof TenantSettingsChangeSchema>;

export const NO_TENANT_SETTINGS: TenantSettings = {
  language: null,
  timeZone: null,
  weekStart: null,
  fiscalYearStart: null,
  currency: null,
  allowedLinkHosts: [],
  allowedImageHosts: [],
  auditDays: null,
};
