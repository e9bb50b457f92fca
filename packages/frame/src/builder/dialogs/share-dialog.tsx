import type { Sharing } from '@inlay/content/builder';
import { Button } from '@inlay/ui/controls/button';
import type { IconName } from '@inlay/ui/controls/icon';
import { Segments } from '@inlay/ui/controls/segments';
import { Dialog } from '@inlay/ui/overlays/dialog';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { CanvasContext } from '../canvas-context.ts';
import { GroupChoice } from './group-choice.tsx';
import { RadioOptions } from './radio-options.tsx';

const GLYPHS: Readonly<Record<Sharing['with'], IconName>> = {
  me: 'person',
  groups: 'people',
  workspace: 'globe',
};

/** Who can view and who can edit the working copy. */
export function ShareDialog({ canvas }: { readonly canvas: CanvasContext }): VNode {
  const { builder, opened } = canvas;
  const messages = builder.messages.value;
  const now = opened.document.value.dashboard.sharing;
  const { groups: mine } = builder.data.value.viewer;
  const audience = useSignal<Sharing['with']>(now?.with ?? 'me');
  const right = useSignal<Sharing['right']>(now?.right ?? 'view');
  const groups = useSignal<readonly string[]>(now?.groups.length ? now.groups : mine);
  const close = () => {
    builder.dialog.value = undefined;
  };
  const offered = (['me', 'groups', 'workspace'] as const).filter(
    (who) => who !== 'groups' || mine.length > 0,
  );
  const save = async () => {
    const sharing = {
      with: audience.value,
      right: right.value,
      ...(audience.value === 'groups' && { groups: groups.value }),
    };
    const done = await builder.attempt(async () => {
      const dashboard = await builder.api.share(opened.id, sharing);
      opened.document.value = { ...opened.document.value, dashboard };
    });
    if (done) close();
  };
  return (
    <Dialog
      title={messages.shareTitle}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{messages.cancel}</Button>
          <Button
            variant="primary"
            disabled={audience.value === 'groups' && groups.value.length === 0}
            onClick={save}
          >
            {messages.save}
          </Button>
        </>
      }
    >
      <RadioOptions
        legend={messages.shareTitle}
        value={audience.value}
        options={offered.map((who) => ({
          value: who,
          icon: GLYPHS[who],
          label: messages.shareWith[who],
          hint: messages.shareHints[who],
        }))}
        onChange={(who) => {
          audience.value = who;
        }}
      />
      {audience.value === 'groups' ? (
        <GroupChoice label={messages.shareWith.groups} offered={mine} groups={groups} />
      ) : null}
      {audience.value === 'me' ? null : (
        <Segments
          label={messages.shareTitle}
          value={right.value}
          options={(['view', 'edit'] as const).map((each) => ({ value: each, label: messages.rights[each] }))}
          onChange={(each) => {
            right.value = each;
          }}
        />
      )}
      <p class="ui-field-hint">{messages.shareNote}</p>
    </Dialog>
  );
}
