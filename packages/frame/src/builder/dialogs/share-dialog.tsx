import type { Sharing } from '@inlay/content/builder';
import { Button } from '@inlay/ui/controls/button';
import { ChoiceList } from '@inlay/ui/controls/choice-list';
import { Icon, type IconName } from '@inlay/ui/controls/icon';
import { Segments } from '@inlay/ui/controls/segments';
import { Dialog } from '@inlay/ui/overlays/dialog';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { CanvasContext } from '../canvas-context.ts';

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
      <fieldset class="bld-options">
        <legend class="inlay-unseen">{messages.shareTitle}</legend>
        {offered.map((who) => (
          <label key={who} class="ui-checkbox">
            <input
              type="radio"
              name="audience"
              checked={audience.value === who}
              onChange={() => {
                audience.value = who;
              }}
            />
            <Icon name={GLYPHS[who]} />
            <span>
              {messages.shareWith[who]}
              <small>{messages.shareHints[who]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {audience.value === 'groups' && mine.length > 1 ? (
        <ChoiceList
          many
          label={messages.shareWith.groups}
          choices={mine.map((group) => ({ key: group, label: group, chosen: groups.value.includes(group) }))}
          onChoose={(group, chosen) => {
            groups.value = chosen ? [...groups.value, group] : groups.value.filter((each) => each !== group);
          }}
        />
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
