import { loadChartsMessages } from '@inlay/messages/charts';
import { type TenantSettings, TenantSettingsSchema } from '@inlay/protocol/tenant-settings';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/notice';
import { SaveBar } from '@inlay/ui/save-bar';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import {
  currencyChoices,
  languageChoices,
  monthChoices,
  weekdayChoices,
  weekdayName,
  zoneChoices,
} from './choices.ts';
import { LinkHosts } from './link-hosts.tsx';
import { SettingRow } from './setting-row.tsx';
import { type ViewerExample, viewerExample, viewerLanguage } from './viewer-example.ts';

interface SettingsFormProps {
  readonly settings: TenantSettings;
  readonly onSaved: (settings: TenantSettings) => void;
}

export function SettingsForm({ settings, onSaved }: SettingsFormProps): VNode {
  const form = useForm({
    schema: TenantSettingsSchema,
    initial: settings,
    save: (_, changes) => api.patch('/tenant-settings', { body: changes }),
    onSaved: (saved) => {
      onSaved(saved);
      showToast('Saved. Viewers get it with the next embed they open.');
    },
  });
  const draft = form.values;
  const choices = useMemo(
    () => ({ languages: languageChoices(), zones: zoneChoices(), currencies: currencyChoices() }),
    [],
  );
  const now = useNow();
  const language = viewerLanguage(draft, navigator.languages);
  const [words, setWords] = useState(useMessages('charts'));
  useEffect(() => {
    let isCurrent = true;
    void loadChartsMessages(language).then((loaded) => isCurrent && setWords(loaded));
    return () => {
      isCurrent = false;
    };
  }, [language]);
  const example = viewerExample(draft, now, language, words);
  const usual = viewerExample({ ...draft, weekStart: null }, now, language, words);
  const text = (name: 'language' | 'timeZone' | 'currency', label: string) => ({
    ...form.field(name, { label }),
    example,
  });
  const number = (name: 'weekStart' | 'fiscalYearStart', label: string) => {
    const { value, onChange, ...field } = form.field(name, { label });
    const choose = (chosen: string) => onChange(chosen === '' ? null : Number(chosen));
    return { ...field, value: String(value ?? ''), onChange: choose, example };
  };
  return (
    <>
      {form.error && (
        <Notice tone="bad" title="Not saved">
          {form.error}
        </Notice>
      )}
      <div class="ui-card settings">
        <SettingRow
          unset="as the viewer’s browser prefers"
          hint={
            <>
              Of words, numbers and dates. A page that says <code>lang</code> decides otherwise.
            </>
          }
          groups={choices.languages}
          shows={
            draft.language === null ? 'Today and a number, in your browser’s language' : 'Today and a number'
          }
          {...text('language', 'Language')}
        >
          <strong>{example.today}</strong>
          <span class="muted figures">{example.number}</span>
        </SettingRow>
        <SettingRow
          unset="UTC"
          hint={
            <>
              Says when a day begins. The attribute <code>time_zone</code> that your server signs counts
              before it, then <code>timeZone</code> of the page.
            </>
          }
          groups={choices.zones}
          shows="It is now"
          {...text('timeZone', 'Time zone')}
        >
          <strong class="figures">{example.clock}</strong>
          <span class="muted">{example.date}</span>
        </SettingRow>
        <SettingRow
          unset={`as the language has it, ${weekdayName(usual.weekStart)}`}
          hint={
            <>
              For charts by week and periods like “this week”. The attribute <code>week_start</code> counts
              before it.
            </>
          }
          groups={weekdayChoices}
          shows="This week"
          {...number('weekStart', 'First day of the week')}
        >
          <WeekStrip week={example.week} />
        </SettingRow>
        <SettingRow
          unset="January, with the calendar year"
          hint={
            <>
              For fiscal quarters and years, named by the year they end in. The attribute{' '}
              <code>fiscal_year_start</code> counts before it.
            </>
          }
          groups={monthChoices}
          shows="This fiscal year"
          {...number('fiscalYearStart', 'Start of the fiscal year')}
        >
          <strong>{example.fiscalYear.name}</strong>
          <span class="muted">
            {example.fiscalYear.from} – {example.fiscalYear.to}
          </span>
          <YearStrip quarters={example.quarters} />
        </SettingRow>
        <SettingRow
          unset="US dollars"
          hint={
            <>
              For money whose column or measure names no currency; nothing is converted. The attribute{' '}
              <code>currency</code> counts before it.
            </>
          }
          groups={choices.currencies}
          shows="A small and a large amount"
          {...text('currency', 'Currency')}
        >
          <strong class="figures">{example.money.full}</strong>
          <span class="muted figures">{example.money.short}</span>
        </SettingRow>
        <LinkHosts {...form.field('allowedLinkHosts')} />
      </div>
      {form.isDirty && <SaveBar busy={form.busy} onSave={() => void form.submit()} onDiscard={form.reset} />}
    </>
  );
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

/** The days of this week, the one that it is marked. */
function WeekStrip({ week }: Pick<ViewerExample, 'week'>): VNode {
  return (
    <ol class="example-week">
      {week.map(({ weekday, text, now }) => (
        <li key={text} aria-current={now ? 'date' : undefined}>
          <span class="muted">{weekday}</span>
          <span class="figures">{text}</span>
        </li>
      ))}
    </ol>
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
