import type { Connection, ConnectionTest } from '@inlay/protocol/connection';
import { Button } from '@inlay/ui/controls/button';
import { isUnsaved } from '@inlay/ui/form/leave-guard';
import { Card } from '@inlay/ui/layout/card';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { type AttributeDraft, contextOf, emptyContext } from '../../parts/form/context-draft.ts';
import { ContextEditor } from '../../parts/form/context-editor.tsx';
import { useTask } from '../../parts/form/use-task.ts';
import { ConnectionTestResult } from './connection-test-result.tsx';

export function ConnectionTestCard({ connection }: { readonly connection: Connection }): VNode {
  const t = useMessages('data').connectionTest;
  const [result, setResult] = useState<ConnectionTest>();
  const [context, setContext] = useState(() => ({
    ...emptyContext,
    attributes: readsOf(connection, 'attributes.'),
    secrets: readsOf(connection, 'secrets.'),
  }));
  const { busy, error, run } = useTask();
  const dependsOnViewer = connection.reads.length > 0;
  const test = () =>
    run(async () => {
      setResult(undefined);
      const body = dependsOnViewer ? { context: contextOf(context) } : null;
      setResult(await api.post('/connections/{id}/test', { path: { id: connection.id }, body }));
    });
  return (
    <Card
      title={t.title}
      text={dependsOnViewer ? t.viewerHint : t.hint}
      action={
        !isUnsaved() && (
          <Button variant="primary" busy={busy} onClick={test}>
            {t.run}
          </Button>
        )
      }
    >
      {isUnsaved() && dependsOnViewer && <p class="ui-small ui-muted">{t.saveFirst}</p>}
      {dependsOnViewer && <ContextEditor value={context} onChange={setContext} secrets />}
      {error && <Notice tone="bad">{error.message}</Notice>}
      {result && <ConnectionTestResult result={result} isSaved />}
    </Card>
  );
}

/** The values that its templates read from the viewer, to fill in. */
const readsOf = ({ reads }: Connection, section: string): readonly AttributeDraft[] =>
  reads
    .filter((path) => path.startsWith(section))
    .map((path) => ({ key: path.slice(section.length), kind: 'text', text: '' }));
