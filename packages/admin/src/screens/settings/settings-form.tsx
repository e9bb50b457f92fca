import type { TenantSettings, TenantSettingsChange } from '@inlay/protocol/tenant-settings';
import { Notice } from '@inlay/ui/notice';
import { SaveBar } from '@inlay/ui/save-bar';
import { showToast } from '@inlay/ui/toast';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { useTask } from '../../parts/use-task.ts';
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
import { type ViewerExample, viewerExample } from './viewer-example.ts';

interface SettingsFormProps {
  readonly settings: TenantSettings;
  readonly onSaved: (settings: TenantSettings) => void;
}

export function SettingsForm({ settings, onSaved }: SettingsFormProps): VNode {
  const [chosen, setChosen] = useState<TenantSettingsChange>({});
  const changes = differing(chosen, settings);
  const dirty = Object.keys(changes).length > 0;
  const draft: TenantSettings = { ...settings, ...changes };
  const { busy, error, run } = useTask();
  useUnsaved(dirty);
  const choices = useMemo(
    () => ({ languages: languageChoices(), zones: zoneChoices(), currencies: currencyChoices() }),
    [],
  );
  const now = useNow();
  const example = viewerExample(draft, now, navigator.languages);
  const usual = viewerExample({ ...draft, weekStart: null }, now, navigator.languages);
  const save = () =>
    run(async () => {
      const saved = await ask<TenantSettings>('PATCH', 'tenant-settings', changes);
      onSaved(saved);
      // What was chosen while it was under way is not saved yet.
      setChosen((later) => differing(later, saved));
      showToast('Saved. Viewers get it with the next embed they open.');
    });
  const problemOf = (name: keyof TenantSettings) =>
    error?.problems.find(({ path }) => path.split('/')[1] === name)?.problem;
  const field = (name: Exclude<keyof TenantSettings, 'allowedLinkHosts'>) => ({
    example,
    value: draft[name],
    problem: problemOf(name),
    onChange: (value: string | null) =>
      setChosen((former) => ({
        ...former,
        [name]: value !== null && isNumber(name) ? Number(value) : value,
      })),
  });
  return (
    <>
      {error && (
        <Notice tone="bad" title="Not saved">
          {error.message}
        </Notice>
      )}
      <div class="ui-card settings">
        <SettingRow
          label="Language"
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
          {...field('language')}
        >
          <strong>{example.today}</strong>
          <span class="muted figures">{example.number}</span>
        </SettingRow>
        <SettingRow
          label="Time zone"
          unset="UTC"
          hint={
            <>
              Says when a day begins. The attribute <code>time_zone</code> that your server signs counts
              before it, then <code>timeZone</code> of the page.
            </>
          }
          groups={choices.zones}
          shows="It is now"
          {...field('timeZone')}
        >
          <strong class="figures">{example.clock}</strong>
          <span class="muted">{example.date}</span>
        </SettingRow>
        <SettingRow
          label="First day of the week"
          unset={`as the language has it, ${weekdayName(usual.weekStart)}`}
          hint={
            <>
              For charts by week and periods like “this week”. The attribute <code>week_start</code> counts
              before it.
            </>
          }
          groups={weekdayChoices}
          shows="This week"
          {...field('weekStart')}
        >
          <WeekStrip week={example.week} />
        </SettingRow>
        <SettingRow
          label="Start of the fiscal year"
          unset="January, with the calendar year"
          hint={
            <>
              For fiscal quarters and years, named by the year they end in. The attribute{' '}
              <code>fiscal_year_start</code> counts before it.
            </>
          }
          groups={monthChoices}
          shows="This fiscal year"
          {...field('fiscalYearStart')}
        >
          <strong>{example.fiscalYear.name}</strong>
          <span class="muted">
            {example.fiscalYear.from} – {example.fiscalYear.to}
          </span>
          <YearStrip quarters={example.quarters} />
        </SettingRow>
        <SettingRow
          label="Currency"
          unset="US dollars"
          hint={
            <>
              For money whose column or measure names no currency; nothing is converted. The attribute{' '}
              <code>currency</code> counts before it.
            </>
          }
          groups={choices.currencies}
          shows="A small and a large amount"
          {...field('currency')}
        >
          <strong class="figures">{example.money.full}</strong>
          <span class="muted figures">{example.money.short}</span>
        </SettingRow>
        <LinkHosts
          hosts={draft.allowedLinkHosts}
          problem={problemOf('allowedLinkHosts')}
          onChange={(allowedLinkHosts) => setChosen((former) => ({ ...former, allowedLinkHosts }))}
        />
      </div>
      {dirty && <SaveBar busy={busy} onSave={() => void save()} onDiscard={() => setChosen({})} />}
    </>
  );
}

const isNumber = (name: keyof TenantSettings) => name === 'weekStart' || name === 'fiscalYearStart';

function differing(chosen: TenantSettingsChange, from: TenantSettings): TenantSettingsChange {
  return Object.fromEntries(
    Object.entries(chosen).filter(
      ([name, value]) => String(value) !== String(from[name as keyof TenantSettings]),
    ),
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
