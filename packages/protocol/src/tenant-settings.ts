import Type from 'typebox';
import { exact, Nullable, type Wire } from './schema-parts.ts';

const setting = {
  language: Nullable(
    Type.String({
      maxLength: 35,
      pattern: '^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$',
      'x-problem': 'must be a language tag such as en or pt-BR',
      description: 'Of embeds whose page does not say one; null: as the browser prefers.',
    }),
  ),
  timeZone: Nullable(
    Type.String({
      maxLength: 64,
      pattern: '^[A-Za-z0-9_+/-]{1,64}$',
      'x-problem': 'must be a time zone such as Europe/Paris',
      description: 'Of viewers whose page and context say none; null: UTC.',
    }),
  ),
  weekStart: Nullable(
    Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday; null: as the language has it.' }),
  ),
  fiscalYearStart: Nullable(
    Type.Integer({ minimum: 1, maximum: 12, description: 'A month; null: January.' }),
  ),
  currency: Nullable(
    Type.String({
      pattern: '^[A-Z]{3}$',
      'x-problem': 'must be a currency code such as EUR',
      description: 'Of money whose format names none.',
    }),
  ),
  allowedLinkHosts: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    maxItems: 100,
    uniqueItems: true,
    description:
      'Hosts that links in tables may lead to, such as crm.example.com. Other links are drawn as text.',
  }),
};

/** Defaults of viewers for whom page and context say nothing else, and where links in tables may lead. */
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
};
