import { Section } from '@inlay/ui/layout/section';
import type { VNode } from 'preact';
import { ClickFields } from './click-fields.tsx';
import { DrillThroughFields } from './drill-through-fields.tsx';
import type { MoreProps } from './more-context.ts';
import { ViewerChoicesFields } from './viewer-choices-fields.tsx';

/** What viewers can do in the tile: click, see rows, switch the granularity and the measure. */
export function InteractionPanel(props: MoreProps): VNode {
  const { click, drillThrough, choices } = props.context.tile;
  const count = [click, drillThrough, choices].filter((each) => each !== undefined).length;
  return (
    <Section title={props.messages.interaction} count={count}>
      <ClickFields {...props} />
      <DrillThroughFields {...props} />
      <ViewerChoicesFields {...props} />
    </Section>
  );
}
