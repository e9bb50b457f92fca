import { openMenu } from '@inlay/ui/overlays/menu';
import { render, type VNode } from 'preact';
import type { PageContext } from '../page/page-context.ts';
import type { TileView } from './tile-view.tsx';

/** Below the title: the measure and the granularity, where the author lets viewers switch them. */
export function showSwitches(context: PageContext, view: TileView): void {
  const place = view.element.querySelector('.inlay-choices');
  if (!place) return;
  const { switchMeasure, switchGrain } = context.locale.messages();
  render(
    <>
      <Switch context={context} view={view} what="measure" label={switchMeasure} />
      <Switch context={context} view={view} what="grain" label={switchGrain} />
    </>,
    place,
  );
}

interface SwitchProps {
  readonly context: PageContext;
  readonly view: TileView;
  readonly what: 'grain' | 'measure';
  readonly label: string;
}

function Switch({ context, view, what, label }: SwitchProps): VNode | null {
  const { id, choices } = view.tile;
  const { value, options = [] } = choices?.[what] ?? {};
  if (options.length < 2) return null;
  const choose = (to: string) => {
    const { tiles } = context.choice;
    context.choice.tiles = { ...tiles, [id]: { ...tiles[id], [what]: to } };
    context.stateChanged('viewer');
    void view.reload();
  };
  const shown = options.find((option) => option.value === value)?.label;
  return (
    <button
      type="button"
      class="inlay-switch"
      aria-haspopup="menu"
      aria-expanded="false"
      aria-label={`${label}: ${shown}`}
      onClick={({ currentTarget }) =>
        openMenu(
          currentTarget,
          label,
          options.map((option) => ({ label: option.label, onChoose: () => choose(option.value) })),
        )
      }
    >
      {shown}
    </button>
  );
}
