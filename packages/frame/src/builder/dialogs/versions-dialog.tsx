import type { DashboardVersion } from '@inlay/content/builder';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { agoText, momentText } from '../parts/ago-text.ts';
import { Dialog } from '../parts/dialog.tsx';
import type { Workbench } from '../workbench.ts';

/** What a dashboard was, newest first; one is chosen to look at, and from there to restore. */
export function VersionsDialog({ bench }: { readonly bench: Workbench }): VNode {
  const { builder, opened } = bench;
  const words = builder.words.value;
  const versions = useSignal<readonly DashboardVersion[] | undefined>(undefined);
  const close = () => {
    builder.dialog.value = undefined;
  };
  useEffect(() => {
    void builder.attempt(async () => {
      await opened.autosave.flush();
      versions.value = await builder.api.versions(opened.id);
    });
  }, []);
  const show = (version: DashboardVersion) => {
    close();
    opened.editing.value = false;
    opened.version.value = version.current ? undefined : version;
  };
  return (
    <Dialog
      title={words.versions}
      onClose={close}
      foot={
        <button type="button" class="ui-button" onClick={close}>
          {words.close}
        </button>
      }
    >
      <p class="bld-hint">{words.versionsHint}</p>
      {versions.value === undefined ? (
        <div class="bld-versions bld-versions-wait" aria-busy="true">
          <div class="bld-skeleton" />
        </div>
      ) : (
        <ol class="bld-versions">
          {versions.value.map((version) => (
            <li key={version.revision}>
              <Version bench={bench} version={version} onShow={() => show(version)} />
            </li>
          ))}
        </ol>
      )}
      {versions.value?.length === 1 ? <p class="bld-hint">{words.noVersions}</p> : null}
    </Dialog>
  );
}

interface VersionProps {
  readonly bench: Workbench;
  readonly version: DashboardVersion;
  readonly onShow: () => void;
}

function Version({ bench, version, onShow }: VersionProps): VNode {
  const { builder } = bench;
  const words = builder.words.value;
  const lang = builder.stage.speech.lang();
  const { at, author, comment, current } = version;
  return (
    <button type="button" class="bld-version" onClick={onShow} aria-current={current ? 'true' : undefined}>
      <span>
        <strong>{momentText(at, lang)}</strong>
        <small>{[author, agoText(Date.parse(at), lang, Date.now())].filter(Boolean).join(' · ')}</small>
        {comment ? <small dir="auto">{comment}</small> : null}
      </span>
      {current ? <span class="bld-badge">{words.versionNow}</span> : null}
      {version.version === null ? null : (
        <span class="bld-badge" data-state="published">
          {words.versionPublished} {version.version}
        </span>
      )}
    </button>
  );
}
