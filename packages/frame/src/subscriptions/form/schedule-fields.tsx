import { Combobox } from '@inlay/ui/controls/combobox';
import { LabeledControl } from '@inlay/ui/controls/field';
import { Select } from '@inlay/ui/controls/select';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { DraftErrors } from '../data/check-draft.ts';
import { type Draft, frequenciesFor } from '../data/draft.ts';
import type { SubscriptionUi } from '../data/subscription-ui.ts';
import { LAST_DAY, weekdayName } from '../words/schedule-text.ts';
import { timeIn, timeZoneOptions } from '../words/time-zones.ts';

interface ScheduleFieldsProps {
  readonly ui: SubscriptionUi;
  readonly draft: Draft;
  readonly errors: DraftErrors;
  readonly onChange: (change: Partial<Draft>) => void;
}

const DAYS = Array.from({ length: 30 }, (_, index) => index + 1);
/** Every month has them. */
const SAFE_DAYS = 28;

/** How often, when, and where the clock stands that counts. */
export function ScheduleFields({ ui, draft, errors, onChange }: ScheduleFieldsProps): VNode {
  const { context, messages, lang, options } = ui;
  const { every, weekday, day, at, timeZone } = draft;
  const zones = useMemo(() => timeZoneOptions(timeZone), [timeZone]);
  const now = timeIn(timeZone, lang, new Date());
  const first = context.page.weekStart ?? 1;
  const weekdays = Array.from({ length: 7 }, (_, index) => ((first - 1 + index) % 7) + 1);
  const frequencies = frequenciesFor(draft.kind, options);
  return (
    <div class="inlay-subscriptions-row">
      <Select
        label={messages.often}
        value={every}
        // One that is no longer allowed stays until another is chosen.
        options={(frequencies.includes(every) ? frequencies : [every, ...frequencies]).map((value) => ({
          value,
          label: messages.frequencies[value],
        }))}
        error={errors.every}
        onChange={(value) => onChange({ every: value })}
      />
      {every === 'week' && (
        <Select
          label={messages.weekday}
          value={`${weekday}`}
          options={weekdays.map((each) => ({ value: `${each}`, label: weekdayName(each, lang) }))}
          onChange={(value) => onChange({ weekday: Number(value) })}
        />
      )}
      {every === 'month' && (
        <Select
          label={messages.dayOfMonth}
          value={`${day}`}
          options={[
            ...DAYS.map((each) => ({ value: `${each}`, label: each.toLocaleString(lang) })),
            { value: `${LAST_DAY}`, label: messages.lastDay },
          ]}
          hint={day > SAFE_DAYS && day < LAST_DAY ? messages.shortMonths : undefined}
          onChange={(value) => onChange({ day: Number(value) })}
        />
      )}
      {every !== 'hour' && (
        <>
          <LabeledControl label={messages.at} error={errors.at}>
            {(control) => (
              <input
                {...control}
                class="ui-input"
                type="time"
                value={at}
                onInput={({ currentTarget }) => onChange({ at: currentTarget.value.slice(0, 5) })}
              />
            )}
          </LabeledControl>
          <Combobox
            label={messages.timeZone}
            value={timeZone}
            options={zones}
            error={errors.timeZone}
            hint={
              timeZone !== options.timeZone && now !== undefined
                ? messages.timeThere({ time: now })
                : undefined
            }
            onChange={(value) => onChange({ timeZone: value })}
          />
        </>
      )}
    </div>
  );
}
