import type { NewSubscription } from '@inlay/content/subscription';
import type { PageContext } from '../../page/page-context.ts';

/** What the viewer sees now; of one tile, all filters, but only its own switches and drill-down. */
export function currentView(
  context: PageContext,
  tileId?: string,
): Pick<NewSubscription, 'state' | 'variables' | 'lang'> {
  const { variables } = context.choice;
  const state = context.currentState();
  return {
    state: tileId === undefined ? state : stateOfTile(state, tileId),
    ...(Object.keys(variables).length > 0 && { variables }),
    lang: context.locale.lang(),
  };
}

function stateOfTile(
  { filters = {}, tiles = {}, drill = {} }: ReturnType<PageContext['currentState']>,
  tileId: string,
): NonNullable<NewSubscription['state']> {
  const [choice, path] = [tiles[tileId], drill[tileId]];
  return {
    filters,
    ...(choice && { tiles: { [tileId]: choice } }),
    ...(path && { drill: { [tileId]: path } }),
  };
}
