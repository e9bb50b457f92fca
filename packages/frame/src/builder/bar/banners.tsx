import { Button } from '@inlay/ui/controls/button';
import type { ComponentChildren, VNode } from 'preact';
import type { CanvasContext } from '../canvas-context.ts';
import { RemovalDialog } from '../dialogs/lazy-dialogs.tsx';
import { formatDateTime, relativeTime } from '../parts/relative-time.ts';

/** Notices about the open dashboard: an unsaved draft, a changed original, a returned review, an old version. */
export function Banners({ canvas }: { readonly canvas: CanvasContext }): VNode {
  const { builder, opened } = canvas;
  const messages = builder.messages.value;
  const { dashboard } = opened.document.value;
  const { origin, state, comment, may } = dashboard;
  const draft = opened.draft.value;
  return (
    <div class="bld-banners">
      <VersionBanner canvas={canvas} />
      {draft ? (
        <Banner tone="warning" name="draft">
          <p>
            {messages.draftFound({ ago: relativeTime(draft.at, builder.context.locale.lang(), Date.now()) })}
          </p>
          <Button variant="primary" onClick={opened.restoreDraft}>
            {messages.draftRestore}
          </Button>
          <Button onClick={opened.discardDraft}>{messages.draftDiscard}</Button>
        </Banner>
      ) : null}
      {origin ? (
        <Banner tone={origin.changed ? 'warning' : 'calm'} name="origin">
          <p>
            {origin.title === null ? messages.originGone : messages.copyOf({ title: origin.title })}
            {origin.changed ? ` ${messages.originChanged}` : ''}
          </p>
          {may.reset ? (
            <Button
              onClick={() => {
                builder.dialog.value = <RemovalDialog canvas={canvas} action="reset" />;
              }}
            >
              {messages.reset}
            </Button>
          ) : null}
        </Banner>
      ) : null}
      {state === 'draft' && comment ? (
        <Banner tone="warning" name="returned">
          <p>{messages.returned({ comment })}</p>
        </Banner>
      ) : null}
    </div>
  );
}

/** Shown while an old version is open: restore it or go back to the current one. */
function VersionBanner({ canvas }: { readonly canvas: CanvasContext }): VNode | null {
  const { builder, opened } = canvas;
  const messages = builder.messages.value;
  const version = opened.version.value;
  if (!version) return null;
  const restore = async () => {
    const done = await builder.attempt(() => builder.dashboards.restore(version.revision));
    if (done) builder.toast.value = { text: messages.versionRestored };
  };
  return (
    <Banner tone="calm" name="version">
      <p>{messages.versionShown({ moment: formatDateTime(version.at, builder.context.locale.lang()) })}</p>
      {opened.document.value.dashboard.may.edit ? (
        <Button variant="primary" onClick={() => void restore()}>
          {messages.versionRestore}
        </Button>
      ) : null}
      <Button
        onClick={() => {
          opened.version.value = undefined;
        }}
      >
        {messages.versionBack}
      </Button>
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
