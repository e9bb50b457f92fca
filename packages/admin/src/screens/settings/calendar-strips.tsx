import type { VNode } from 'preact';
import type { ViewerExample } from './viewer-example.ts';

/** The days of this week, the one that it is marked. */
export function WeekStrip({ week }: Pick<ViewerExample, 'week'>): VNode {
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
export function YearStrip({ quarters }: Pick<ViewerExample, 'quarters'>): VNode {
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
