import { loadChartsMessages } from '@inlay/messages/charts';
import { type TenantSettings, TenantSettingsSchema } from '@inlay/protocol/tenant-settings';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { SaveBar } from '@inlay/ui/layout/save-bar';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { useMessages } from '../../messages.ts';
import { adoptStyles } from '../../parts/page/adopt-styles.ts';
import { Screen } from '../../parts/page/screen.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import {
  currencyChoices,
  currencyNames,
  languageChoices,
  monthChoices,
  monthName,
  weekdayChoices,
  weekdayName,
  zoneChoices,
} from './choices.ts';
import { HostList } from './host-list.tsx';
import { tenantSettings } from './queries.ts';
import { SettingRow } from './setting-row.tsx';
import css from './settings.css?inline';
import { type ViewerExample, viewerExample, viewerLanguage } from './viewer-example.ts';

adoptStyles(css);

export function SettingsScreen(): VNode {
  const t = useMessages('tenant').settings;
  const { data: settings, error, reload, replace } = useSnapshot(tenantSettings);
  return (
    <Screen title={t.title} intro={t.intro} writes="settings:write">
      {error && <Trouble error={error} onRetry={reload} />}
      {!settings && !error && <Skeleton lines={6} />}
      {settings && <SettingsForm settings={settings} onSaved={replace} />}
    </Screen>
  );
}

interface SettingsFormProps {
  readonly settings: TenantSettings;
  readonly onSaved: (settings: TenantSettings) => void;
}

function SettingsForm({ settings, onSaved }: SettingsFormProps): VNode {
  const t = useMessages('tenant').settings;
  const form = useForm({
    schema: TenantSettingsSchema,
    initial: settings,
    save: (_, changes) => api.patch('/tenant-settings', { body: changes }),
    onSaved: (saved) => {
      onSaved(saved);
      showToast(t.saved);
    },
  });
  const draft = form.values;
  const choices = useChoices();
  const now = useNow();
  const language = viewerLanguage(draft, navigator.languages);
  const messages = useMessagesIn(language);
  const example = viewerExample(draft, now, language, messages);
  const byLanguage = viewerExample({ ...draft, weekStart: null }, now, language, messages);
  const text = (name: 'language' | 'timeZone' | 'currency') => ({
    ...form.field(name, { label: t[name].label }),
    exampleTitle: t[name].example,
    example,
  });
  const number = (name: 'weekStart' | 'fiscalYearStart') => {
    const { value, onChange, ...field } = form.field(name, { label: t[name].label });
    const choose = (chosen: string) => onChange(chosen === '' ? null : Number(chosen));
    return {
      ...field,
      value: String(value ?? ''),
      onChange: choose,
      exampleTitle: t[name].example,
      example,
    };
  };
  return (
    <>
      {form.error && (
        <Notice tone="bad" title={t.notSaved}>
          {form.error}
        </Notice>
      )}
      <div class="ui-card settings">
        <SettingRow
          {...text('language')}
          unset={t.language.default}
          hint={<Rich text={t.language.hint} parts={{ lang: <code>lang</code> }} />}
          groups={choices.languages}
          exampleTitle={draft.language === null ? t.language.exampleInBrowser : t.language.example}
        >
          <strong>{example.today}</strong>
          <span class="ui-muted ui-figures">{example.number}</span>
        </SettingRow>
        <SettingRow
          {...text('timeZone')}
          unset={t.default({ value: 'UTC' })}
          hint={
            <Rich
              text={t.timeZone.hint}
              parts={{ timeZone: <code>timeZone</code>, attribute: <code>time_zone</code> }}
            />
          }
          groups={choices.zones}
        >
          <strong class="ui-figures">{example.clock}</strong>
          <span class="ui-muted">{example.date}</span>
        </SettingRow>
        <SettingRow
          {...number('weekStart')}
          unset={t.weekStart.default({ day: weekdayName(byLanguage.weekStart) })}
          hint={<Rich text={t.weekStart.hint} parts={{ attribute: <code>week_start</code> }} />}
          groups={choices.weekdays}
        >
          <WeekStrip week={example.week} />
        </SettingRow>
        <SettingRow
          {...number('fiscalYearStart')}
          unset={t.fiscalYearStart.default({ month: monthName(1) })}
          hint={<Rich text={t.fiscalYearStart.hint} parts={{ attribute: <code>fiscal_year_start</code> }} />}
          groups={choices.months}
        >
          <FiscalYear {...example} />
        </SettingRow>
        <SettingRow
          {...text('currency')}
          unset={t.default({ value: currencyNames()('USD') })}
          hint={<Rich text={t.currency.hint} parts={{ attribute: <code>currency</code> }} />}
          groups={choices.currencies}
        >
          <strong class="ui-figures">{example.money.full}</strong>
          <span class="ui-muted ui-figures">{example.money.short}</span>
        </SettingRow>
        <HostList
          {...form.field('allowedLinkHosts', { label: t.linkHosts.label })}
          hint={t.linkHosts.hint}
          placeholder="crm.example.com"
        />
        <HostList
          {...form.field('allowedImageHosts', { label: t.imageHosts.label })}
          hint={t.imageHosts.hint}
          placeholder="cdn.example.com"
        />
      </div>
      {form.isDirty && <SaveBar busy={form.busy} onSave={() => void form.submit()} onDiscard={form.reset} />}
    </>
  );
}

function useChoices() {
  const t = useMessages('tenant').settings;
  return useMemo(
    () => ({
      languages: languageChoices(t),
      zones: zoneChoices(t),
      weekdays: weekdayChoices(),
      months: monthChoices(),
      currencies: currencyChoices(t),
    }),
    [t],
  );
}

/** The messages of charts in the language of viewers. */
function useMessagesIn(language: string) {
  const [messages, setMessages] = useState(useMessages('charts'));
  useEffect(() => {
    let isCurrent = true;
    void loadChartsMessages(language).then((loaded) => isCurrent && setMessages(loaded));
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return messages;
}

/** The current time, updated every minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), 60_000 - (now % 60_000));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

/** The days of this week; today is marked. */
function WeekStrip({ week }: Pick<ViewerExample, 'week'>): VNode {
  return (
    <ol class="example-week">
      {week.map(({ weekday, text, now }) => (
        <li key={text} aria-current={now ? 'date' : undefined}>
          <span class="ui-muted">{weekday}</span>
          <span class="ui-figures">{text}</span>
        </li>
      ))}
    </ol>
  );
}

function FiscalYear({ fiscalYear, quarters }: Pick<ViewerExample, 'fiscalYear' | 'quarters'>): VNode {
  return (
    <>
      <strong>{fiscalYear.name}</strong>
      <span class="ui-muted">
        {fiscalYear.from} – {fiscalYear.to}
      </span>
      <YearStrip quarters={quarters} />
    </>
  );
}

/** The quarters of this fiscal year with their months. */
function YearStrip({ quarters }: Pick<ViewerExample, 'quarters'>): VNode {
  return (
    <ol class="example-year">
      {quarters.map(({ name, months }) => (
        <li key={name}>
          <span>{name}</span>
          <ol>
            {months.map(({ text, now }) => (
              <li key={text} aria-current={now ? 'date' : undefined}>
                {text}
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}
