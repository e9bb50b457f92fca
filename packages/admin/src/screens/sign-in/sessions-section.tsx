import { Select } from '@inlay/ui/controls/select';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { SettingsSection } from './settings-section.tsx';

const HOUR = 60;
const DAY = 24 * HOUR;
/** In minutes. */
const IDLE = [15, 30, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, DAY];
const LONGEST = [HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY, 3 * DAY, 7 * DAY, 30 * DAY];

/** How long people stay signed in. */
export function SessionsSection(): VNode {
  const t = useMessages('access').limits;
  const durationText = useDurationText();
  const choices = (presets: readonly number[], current: number) =>
    [...new Set([...presets, current])]
      .sort((a, b) => a - b)
      .map((minutes) => ({ value: String(minutes), label: durationText(minutes) }));
  return (
    <SettingsSection title={t.title} text={t.text}>
      {({ values: { sessionHours, idleMinutes }, set }) => (
        <div class="ui-two">
          <Select
            label={t.longest}
            value={String(sessionHours * HOUR)}
            options={choices(LONGEST, sessionHours * HOUR)}
            onChange={(minutes) => set({ sessionHours: Number(minutes) / HOUR })}
          />
          <Select
            label={t.idle}
            hint={t.idleHint}
            value={String(idleMinutes ?? '')}
            options={[{ value: '', label: t.never }, ...choices(IDLE, idleMinutes ?? HOUR)]}
            onChange={(minutes) => set({ idleMinutes: minutes === '' ? null : Number(minutes) })}
          />
        </div>
      )}
    </SettingsSection>
  );
}

/** In the largest unit that is exact; a day is a day only from two on, as people say. */
function useDurationText(): (minutes: number) => string {
  const t = useMessages('access');
  return (minutes) => {
    if (minutes % DAY === 0 && minutes > DAY) return t.days({ count: minutes / DAY });
    return minutes % HOUR === 0 ? t.hours({ count: minutes / HOUR }) : t.minutes({ count: minutes });
  };
}
