import type { ComponentChildren, VNode } from 'preact';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { agoText, momentText } from '../parts/ago-text.ts';
import type { Workbench } from '../workbench.ts';

/** What one should know before going on: an edit that was not saved, a copy whose origin went on, a returned draft. */
export function Banners({ bench }: { readonly bench: Workbench }): VNode {
  const { builder, opened } = bench;
  const words = builder.words.value;
  const { dashboard } = opened.document.value;
  const { origin, state, comment, may } = dashboard;
  const draft = opened.draft.value;
  return (
    <div class="bld-banners">
      <VersionBanner bench={bench} />
      {draft ? (
        <Banner tone="warning" name="draft">
          <p>{words.draftFound({ ago: agoText(draft.at, builder.stage.speech.lang(), Date.now()) })}</p>
          <button type="button" class="ui-button ui-button-primary" onClick={opened.restoreDraft}>
            {words.draftRestore}
          </button>
          <button type="button" class="ui-button" onClick={opened.discardDraft}>
            {words.draftDiscard}
          </button>
        </Banner>
      ) : null}
      {origin ? (
        <Banner tone={origin.changed ? 'warning' : 'calm'} name="origin">
          <p>
            {origin.title === null ? words.originGone : words.copyOf({ title: origin.title })}
            {origin.changed ? ` ${words.originChanged}` : ''}
          </p>
          {may.reset ? (
            <button
              type="button"
              class="ui-button"
              onClick={() => {
                builder.dialog.value = <ConfirmDialog bench={bench} does="reset" />;
              }}
            >
              {words.reset}
            </button>
          ) : null}
        </Banner>
      ) : null}
      {state === 'draft' && comment ? (
        <Banner tone="warning" name="returned">
          <p>{words.returned({ comment })}</p>
        </Banner>
      ) : null}
    </div>
  );
}

/** What it was is on show: the way back to now, and the way to make it so again. */
function VersionBanner({ bench }: { readonly bench: Workbench }): VNode | null {
  const { builder, opened } = bench;
  const words = builder.words.value;
  const version = opened.version.value;
  if (!version) return null;
  const restore = async () => {
    const done = await builder.attempt(() => builder.restore(version.revision));
    if (done) builder.say(words.versionRestored);
  };
  return (
    <Banner tone="calm" name="version">
      <p>{words.versionShown({ moment: momentText(version.at, builder.stage.speech.lang()) })}</p>
      {opened.document.value.dashboard.may.edit ? (
        <button type="button" class="ui-button ui-button-primary" onClick={() => void restore()}>
          {words.versionRestore}
        </button>
      ) : null}
      <button
        type="button"
        class="ui-button"
        onClick={() => {
          opened.version.value = undefined;
        }}
      >
        {words.versionBack}
      </button>
    </Banner>
  );
}

interface BannerProps {
  readonly tone: 'calm' | 'warning';
  readonly name: string;
  readonly children: ComponentChildren;
}

function Banner({ tone, name, children }: BannerProps): VNode {
  return (
    <div class="bld-banner" data-tone={tone} data-banner={name} role="status">
      {children}
    </div>
  );
}
