import type { StepMessages } from '@inlay/content/embed-api';
import { toWireError } from '../host/host-link.ts';
import { setMarkup } from '../tile/set-picture.ts';
import type { Stage } from './stage.ts';

/** Controls at once, then what the content's authors wrote; tiles and numbers are the caller's to ask for. */
export async function changeLanguage(stage: Stage, lang: string, speakAgain: () => void): Promise<void> {
  await stage.speech.change(lang);
  speakAgain();
  if (stage.page.kind === 'tile') return;
  try {
    const { labels, ...messages } = await stage.api.messages(stage.asked());
    // Another language was asked for meanwhile.
    if (stage.speech.lang() !== lang) return;
    stage.title = messages.title;
    document.title = messages.title;
    write(find('.inlay-head h1'), messages.head.title);
    write(find('.inlay-head p'), messages.head.description);
    for (const place of all('.inlay-text')) write(place, messages.texts[place.dataset.item ?? '']);
    for (const place of all('[data-step]'))
      writeStep(place, messages.steps[place.dataset.step ?? ''], labels.recommendation);
    for (const place of all('[data-filter]')) {
      const label = place.querySelector('.inlay-filter-label');
      if (label) label.textContent = messages.filters[place.dataset.filter ?? ''] ?? label.textContent;
    }
    name(find('.inlay-filters'), labels.filters);
    name(find('.inlay-progress'), labels.steps);
    // The dots of a story bear the names of its steps.
    speakAgain();
  } catch (error) {
    console.error(error);
    stage.link.emit('error', { ...toWireError(error), fatal: false });
  }
}

function writeStep(place: HTMLElement, messages: StepMessages | undefined, recommendation: string): void {
  if (!messages) return;
  const heading = place.querySelector<HTMLElement>('h2');
  write(heading, messages.title);
  name(place, heading?.textContent ?? '');
  write(place.querySelector('.inlay-narrative'), messages.narrative);
  const advice = place.querySelector<HTMLElement>('.inlay-recommendation');
  write(advice, messages.recommendation);
  name(advice, recommendation);
  write(place.querySelector('.inlay-source'), messages.source);
}

/** The numbers in a sentence stay until those of the new language come. */
function write(place: HTMLElement | null, html: string | undefined): void {
  if (!place || html === undefined) return;
  const values = () => place.querySelectorAll<HTMLElement>('[data-value]');
  const known = new Map([...values()].map((value) => [value.dataset.value, value.textContent]));
  setMarkup(place, html);
  for (const value of values()) value.textContent = known.get(value.dataset.value) ?? value.textContent;
}

function name(place: HTMLElement | null, label: string): void {
  if (place) place.ariaLabel = label;
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);
