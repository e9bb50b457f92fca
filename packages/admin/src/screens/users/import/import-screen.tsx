import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ApiError } from '../../../api/ask.ts';
import { sendFile } from '../../../api/send-file.ts';
import { Button } from '../../../parts/button.tsx';
import { byteText } from '../../../parts/byte-text.ts';
import { FileDrop } from '../../../parts/file-drop.tsx';
import { Link } from '../../../parts/link.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { Screen } from '../../../parts/screen.tsx';
import { useUnsaved } from '../../../parts/use-unsaved.ts';
import { FileHelp } from './file-help.tsx';
import { ProblemReport, type Problems } from './problem-report.tsx';

type State =
  | { readonly kind: 'ready' }
  | { readonly kind: 'sending'; readonly file: File; readonly sent: number }
  | { readonly kind: 'done'; readonly users: number }
  | { readonly kind: 'refused'; readonly file: File; readonly message: string; readonly problems?: Problems };

const number = new Intl.NumberFormat('en');

export function ImportScreen(): VNode {
  const [state, setState] = useState<State>({ kind: 'ready' });
  const stop = useRef<AbortController>(undefined);
  useUnsaved(state.kind === 'sending', 'The import is under way. Leaving stops it, and nobody is added.');
  const send = async ([file]: readonly File[]) => {
    if (!file) return;
    stop.current = new AbortController();
    setState({ kind: 'sending', file, sent: 0 });
    const isCsv = /\.csv$/i.test(file.name);
    try {
      const { users } = await sendFile<{ users: number }>({
        method: 'POST',
        path: `user-imports?format=${isCsv ? 'csv' : 'jsonl'}`,
        body: file,
        headers: { 'content-type': isCsv ? 'text/csv' : 'application/x-ndjson' },
        signal: stop.current.signal,
        onProgress: (sent) => setState({ kind: 'sending', file, sent }),
      });
      setState({ kind: 'done', users });
    } catch (error) {
      if (stop.current.signal.aborted) return setState({ kind: 'ready' });
      setState({ kind: 'refused', file, ...refusal(error) });
    }
  };
  return (
    <Screen
      back={{ to: '/users', title: 'Users' }}
      title="Import users"
      intro="Any number of users from one file. All of them appear in one moment at the end, or none of them."
    >
      {state.kind === 'sending' ? (
        <Sending file={state.file} sent={state.sent} onStop={() => stop.current?.abort()} />
      ) : (
        <FileDrop
          label="Choose a file"
          accept=".csv,.jsonl,.ndjson"
          hint="CSV with a first row of names, or JSON lines."
          onFiles={(files) => void send(files)}
        />
      )}
      {state.kind === 'done' && (
        <Notice tone="good" title={`${number.format(state.users)} users are imported`}>
          <Link to="/users">See them</Link>
        </Notice>
      )}
      {state.kind === 'refused' && (
        <>
          <Notice tone="bad" title={state.file.name}>
            {state.message}
          </Notice>
          {state.problems && <ProblemReport name={state.file.name} problems={state.problems} />}
        </>
      )}
      <FileHelp />
    </Screen>
  );
}

function Sending({
  file,
  sent,
  onStop,
}: {
  readonly file: File;
  readonly sent: number;
  readonly onStop: () => void;
}): VNode {
  const isRead = sent >= file.size;
  return (
    <section class="card" aria-label="Import under way">
      <div class="card-head">
        <div>
          <h2>{file.name}</h2>
          <p class="muted figures" role="status">
            {isRead ? 'Checking the last lines …' : `${byteText(sent)} of ${byteText(file.size)} read`}
          </p>
        </div>
        <Button onPress={onStop}>Stop</Button>
      </div>
      <progress max={file.size || 1} value={sent} aria-label="Import" />
      <p class="small muted">Nobody is added until the end. Stopping, or leaving this page, adds nobody.</p>
    </section>
  );
}

function refusal(error: unknown): { readonly message: string; readonly problems?: Problems } {
  if (!(error instanceof ApiError)) return { message: String(error) };
  const message =
    error.status === 0
      ? 'The connection broke off: nobody was imported. Send the file again.'
      : error.message;
  const details = error.details as Partial<Problems> | undefined;
  return details?.problems ? { message, problems: details as Problems } : { message };
}
