import type { TextValuesRequest } from '@inlay/protocol/embed-api';
import { WAITING } from '@inlay/protocol/parse-narrative';
import type { Stage } from './stage.ts';

let asked = 0;

export const isWaiting = ({ textContent }: Element): boolean => textContent === WAITING;

/** Brings the numbers inside sentences up to date. Only their text changes. */
export async function setTextValues(
  stage: Stage,
  extra: Pick<TextValuesRequest, 'cross'> = {},
): Promise<void> {
  const places = document.querySelectorAll<HTMLElement>('[data-value]');
  if (places.length === 0) return;
  const mine = ++asked;
  const { values } = await stage.api.textValues({ ...stage.asked(), ...extra }).catch((error) => {
    // Nothing is on its way any more.
    if (mine === asked) for (const place of places) if (isWaiting(place)) place.textContent = '–';
    throw error;
  });
  // A later question may be answered earlier; its numbers are the ones that count.
  if (mine !== asked) return;
  for (const place of places) {
    const text = values[place.dataset.value ?? ''];
    if (text !== undefined) place.textContent = text;
  }
}
