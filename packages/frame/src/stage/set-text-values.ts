import type { TextsToRender } from '@inlay/protocol/embed-api';
import { WAITING } from '@inlay/protocol/page-state';
import { renderChoices, type Stage } from './stage.ts';

let latest: AbortController | undefined;

export const isWaiting = ({ textContent }: Element): boolean => textContent === WAITING;

/** Brings the numbers inside sentences up to date. Only their text changes. */
export async function setTextValues(stage: Stage, texts: TextsToRender, fresh: boolean): Promise<void> {
  const places = document.querySelectorAll<HTMLElement>('[data-value]');
  if (places.length === 0) return;
  latest?.abort();
  latest = new AbortController();
  const { signal } = latest;
  try {
    const { values } = await stage.api.renderTexts(texts, renderChoices(stage, fresh), signal);
    // A later request may be answered earlier; its numbers are the ones that count.
    if (signal.aborted) return;
    for (const place of places) {
      const text = values[place.dataset.value ?? ''];
      if (text !== undefined) place.textContent = text;
    }
  } catch (error) {
    if (signal.aborted) return;
    // Nothing is on its way any more.
    for (const place of places) if (isWaiting(place)) place.textContent = '–';
    throw error;
  }
}
