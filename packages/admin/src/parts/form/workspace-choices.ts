import type { Named } from '@inlay/protocol/named';
import type { SelectOption } from '@inlay/ui/controls/select';

/** All workspaces, and the chosen one in any case: it may still be loading, or past the first 200. */
export function workspaceChoices(
  workspaces: readonly Named[],
  chosen: string | null | undefined,
): readonly SelectOption[] {
  const isKnown = !chosen || workspaces.some(({ id }) => id === chosen);
  return [
    ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
    ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
  ];
}
