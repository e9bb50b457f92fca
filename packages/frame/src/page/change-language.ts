import type { StepMessages } from '@inlay/content/embed-api';
import { toWireError } from '../host/host-link.ts';
import { setMarkup } from '../tile/set-chart.ts';
import type { PageContext } from './page-context.ts';

/** Switches the controls at once, then the authors' texts. The caller reloads tiles and values. */
export async function changeLanguage(context: PageContext, lang: string, relabel: () => void): Promise<void> {
  await context.locale.change(lang);
  relabel();
  if (context.page.kind === 'tile') return;
  try {
    const { labels, ...messages } = await context.api.messages(context.requestOptions());
    // The language changed again in the meantime.
    if (context.locale.lang() !== lang) return;
    context.title = messages.title;
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
    for (const place of all('[data-tab]'))
      place.textContent = messages.tabs[place.dataset.tab ?? ''] ?? place.textContent;
    name(find('.inlay-filters'), labels.filters);
    name(find('.inlay-progress'), labels.steps);
    // The step buttons of a story contain the titles of its steps.
    relabel();
  } catch (error) {
    console.error(error);
    context.link.emit('error', { ...toWireError(error), fatal: false });
  }
}

function writeStep(place: HTMLElement, messages: StepMessages | undefined, recommendation: string): void {
  if (!messages) return;
  const heading = place.querySelector<HTMLElement>('h2');
  write(heading, messages.title);
  name(place, heading?.textContent ?? '');
  write(place.querySelector('.inlay-narrative'), messages.narrative);
  write(place.querySelector('.inlay-summary'), messages.summary);
  const advice = place.querySelector<HTMLElement>('.inlay-recommendation');
  write(advice, messages.recommendation);
  name(advice, recommendation);
  write(place.querySelector('.inlay-source'), messages.source);
}

/** Values inside texts stay until those of the new language arrive. */
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
