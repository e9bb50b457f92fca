import type { DashboardVersion } from '@inlay/content/builder';
import { Badge } from '@inlay/ui/badge';
import { VersionsDialog as KitVersionsDialog } from '@inlay/ui/versions-dialog';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { agoText, momentText } from '../parts/ago-text.ts';
import type { Workbench } from '../workbench.ts';

/** The versions of a dashboard; one is chosen to look at, and from there to restore. */
export function VersionsDialog({ bench }: { readonly bench: Workbench }): VNode {
  const { builder, opened } = bench;
  const words = builder.words.value;
  const lang = builder.stage.speech.lang();
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
  return (
    <KitVersionsDialog
      title={words.versions}
      onClose={close}
      versions={(versions.value ?? []).map((version) => ({
        key: version.revision,
        title: momentText(version.at, lang),
        details: [version.author, agoText(Date.parse(version.at), lang, Date.now())]
          .filter(Boolean)
          .join(' · '),
        comment: version.comment,
        badges: (
          <>
            {version.current && <Badge tone="neutral">{words.versionNow}</Badge>}
            {version.version !== null && (
              <Badge tone="good">
                {words.versionPublished} {version.version}
              </Badge>
            )}
          </>
        ),
        onSelect: () => {
          close();
          opened.editing.value = false;
          opened.version.value = version.current ? undefined : version;
        },
      }))}
    >
      <p class="ui-field-hint">{versions.value?.length === 1 ? words.noVersions : words.versionsHint}</p>
    </KitVersionsDialog>
  );
}
