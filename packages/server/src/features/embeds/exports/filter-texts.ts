import { choiceText, isUnset } from '../../../platform/render/filter-bar.ts';
import { pageMessages } from '../../../platform/render/page-messages.ts';
import { filterChoices } from '../request/chosen-filters.ts';
import type { EmbedRequest } from '../request/embed-request.ts';

/** The active filters in words, such as `Region: North`. */
export function filterTexts(request: EmbedRequest): readonly string[] {
  const { locale } = request;
  return filterChoices(request).flatMap((choice) => {
    const { control, value } = choice;
    if (isUnset(control, value)) return [];
    return [`${control.label}: ${choiceText(choice, pageMessages(locale.language), locale)}`];
  });
}
