import type { DashboardVersion } from '@inlay/content/builder';
import { Badge } from '@inlay/ui/layout/badge';
import { VersionsDialog as KitVersionsDialog } from '@inlay/ui/overlays/versions-dialog';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { CanvasContext } from '../canvas-context.ts';
import { formatDateTime, relativeTime } from '../parts/relative-time.ts';

/** The versions of a dashboard. Selecting one shows it; it can be restored from there. */
export function VersionsDialog({ canvas }: { readonly canvas: CanvasContext }): VNode {
  const { builder, opened } = canvas;
  const messages = builder.messages.value;
  const lang = builder.context.locale.lang();
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
      title={messages.versions}
      onClose={close}
      versions={(versions.value ?? []).map((version) => ({
        key: version.revision,
        title: formatDateTime(version.at, lang),
        details: `${version.author ?? messages.administrator} · ${relativeTime(Date.parse(version.at), lang, Date.now())}`,
        comment: version.comment,
        badges: (
          <>
            {version.current && <Badge tone="neutral">{messages.versionNow}</Badge>}
            {version.version !== null && (
              <Badge tone="good">
                {messages.versionPublished} {version.version}
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
      <p class="ui-field-hint">
        {versions.value?.length === 1 ? messages.noVersions : messages.versionsHint}
      </p>
    </KitVersionsDialog>
  );
}
