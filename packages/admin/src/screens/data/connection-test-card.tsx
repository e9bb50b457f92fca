import type { Connection, ConnectionTest } from '@inlay/protocol/connection';
import { Button } from '@inlay/ui/button';
import { isUnsaved } from '@inlay/ui/leave-guard';
import { Notice } from '@inlay/ui/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { type AttributeDraft, contextOf, emptyContext } from '../../parts/context-draft.ts';
import { ContextEditor } from '../../parts/context-editor.tsx';
import { useTask } from '../../parts/use-task.ts';

export function ConnectionTestCard({ connection }: { readonly connection: Connection }): VNode {
  const [result, setResult] = useState<ConnectionTest>();
  const [context, setContext] = useState(() => ({
    ...emptyContext,
    attributes: readsOf(connection, 'attributes.'),
    secrets: readsOf(connection, 'secrets.'),
  }));
  const { busy, error, run } = useTask();
  const asViewer = connection.reads.length > 0;
  const test = () =>
    run(async () => {
      setResult(undefined);
      const body = asViewer ? { context: contextOf(context) } : null;
      setResult(
        await ask<ConnectionTest>('POST', `connections/${encodeURIComponent(connection.id)}/test`, body),
      );
    });
  return (
    <section class="ui-card" aria-label="Test">
      <div class="ui-card-head">
        <div>
          <h2>Does it answer?</h2>
          <p class="muted">
            {asViewer
              ? 'Where it leads depends on who is looking, so say who that is.'
              : 'Connects with the saved settings, and reads no data.'}
          </p>
        </div>
        <Button variant="primary" busy={busy} disabled={isUnsaved()} onClick={test}>
          Test the connection
        </Button>
      </div>
      {isUnsaved() && <p class="small muted">Save your changes first.</p>}
      {asViewer && <ContextEditor value={context} onChange={setContext} secrets />}
      {error && <Notice tone="bad">{error.message}</Notice>}
      {result?.ok && (
        <Notice tone="good" title="The database answers">
          Datasets can ask it now.
        </Notice>
      )}
      {result && !result.ok && (
        <Notice tone="bad" title={result.message}>
          {result.detail ? (
            <p class="small ui-mono">{result.detail}</p>
          ) : (
            'Change the settings below and test again.'
          )}
        </Notice>
      )}
    </section>
  );
}

/** What its templates take from the viewer, to be filled in. */
const readsOf = ({ reads }: Connection, section: string): readonly AttributeDraft[] =>
  reads
    .filter((path) => path.startsWith(section))
    .map((path) => ({ key: path.slice(section.length), kind: 'text', text: '' }));
