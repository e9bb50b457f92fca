import type { Locator } from './locator.ts';

/** Types into a combobox and takes the first match: of a related field, `customer: Name`, the option is its name. */
export async function choose(place: Locator, label: string, text: string): Promise<void> {
  const field = place.getByRole('combobox', { name: label, exact: true });
  await field.fill(text);
  await place
    .locator('[role=listbox] [aria-selected=true]')
    .withText(text.split(': ').at(-1) ?? '')
    .waitFor();
  await field.press('Enter');
}
