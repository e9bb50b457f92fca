import type { Sharing } from '@inlay/content/builder';
import { Button } from '@inlay/ui/button';
import { Dialog } from '@inlay/ui/dialog';
import { Icon, type IconName } from '@inlay/ui/icon';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Workbench } from '../workbench.ts';

const GLYPHS: Readonly<Record<Sharing['with'], IconName>> = {
  me: 'person',
  groups: 'people',
  workspace: 'globe',
};

/** Who sees the working copy, and who may change it. */
export function ShareDialog({ bench }: { readonly bench: Workbench }): VNode {
  const { builder, opened } = bench;
  const words = builder.words.value;
  const now = opened.document.value.dashboard.sharing;
  const { groups: mine } = builder.answer.value.viewer;
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
      title={words.shareTitle}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{words.cancel}</Button>
          <Button
            variant="primary"
            disabled={audience.value === 'groups' && groups.value.length === 0}
            onClick={save}
          >
            {words.save}
          </Button>
        </>
      }
    >
      <fieldset class="bld-options">
        <legend class="inlay-unseen">{words.shareTitle}</legend>
        {offered.map((who) => (
          <label key={who} class="bld-option">
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
              <strong>{words.shareWith[who]}</strong>
              <small>{words.shareHints[who]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {audience.value === 'groups' && mine.length > 1 ? (
        <fieldset class="bld-checks">
          {mine.map((group) => (
            <label key={group} class="ui-choice">
              <input
                type="checkbox"
                checked={groups.value.includes(group)}
                onChange={(event) => {
                  groups.value = event.currentTarget.checked
                    ? [...groups.value, group]
                    : groups.value.filter((each) => each !== group);
                }}
              />
              <span>{group}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {audience.value === 'me' ? null : (
        <fieldset class="bld-segments" aria-label={words.shareTitle}>
          {(['view', 'edit'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={right.value === each}
              onClick={() => {
                right.value = each;
              }}
            >
              {words.rights[each]}
            </button>
          ))}
        </fieldset>
      )}
      <p class="bld-hint">{words.shareNote}</p>
    </Dialog>
  );
}
