import { Button } from '@inlay/ui/button';
import { CodeBlock } from '@inlay/ui/code-block';
import { FileDrop } from '@inlay/ui/file-drop';
import { Notice } from '@inlay/ui/notice';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { asApiError } from '../../../api/use-answer.ts';
import { byteText } from '../../../parts/byte-text.ts';
import { counted } from '../../../parts/counted.ts';
import { Link } from '../../../parts/link.tsx';
import { Screen } from '../../../parts/screen.tsx';
import { ProblemReport } from './problem-report.tsx';
import { type Outcome, type Progress, sendUsers } from './send-users.ts';

interface Sending {
  readonly kind: 'sending';
  readonly file: File;
  readonly progress: Progress;
}

type State = { readonly kind: 'ready' } | Sending | (Outcome & { readonly file: File });

export function ImportScreen(): VNode {
  const [state, setState] = useState<State>({ kind: 'ready' });
  const stop = useRef<AbortController>(undefined);
  useUnsaved(
    state.kind === 'sending',
    'The import is under way. Leaving stops it, and nobody is added unless the whole file has arrived.',
  );
  const send = async ([file]: readonly File[]) => {
    if (!file) return;
    stop.current = new AbortController();
    const show = (progress: Progress) => setState({ kind: 'sending', file, progress });
    show({ sent: 0 });
    try {
      setState({ file, ...(await sendUsers(file, stop.current.signal, show)) });
    } catch (error) {
      setState({ file, kind: 'refused', message: asApiError(error).message });
    }
  };
  return (
    <Screen
      back={{ to: '/users', title: 'Users' }}
      title="Import users"
      intro="Any number of users from one file. All of them appear in one moment at the end, or none of them."
    >
      {state.kind === 'sending' ? (
        <UnderWay {...state} onStop={() => stop.current?.abort()} />
      ) : (
        <FileDrop
          label="Choose a file"
          accept=".csv,.jsonl,.ndjson"
          hint="CSV with a first row of names, or JSON lines."
          onFiles={(files) => void send(files)}
        />
      )}
      {state.kind === 'done' && (
        <Notice
          tone={state.isLate ? 'warning' : 'good'}
          title={`${counted(state.users, 'user is', 'users are')} imported`}
        >
          {state.isLate && <p>It was too late to stop: the whole file had arrived. </p>}
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

function UnderWay({ file, progress, onStop }: Sending & { readonly onStop: () => void }): VNode {
  const { sent, users, isLost } = progress;
  const isSent = sent >= file.size;
  return (
    <section class="ui-card" aria-label="Import under way">
      <div class="ui-card-head">
        <div>
          <h2>{file.name}</h2>
          <p class="muted figures" role="status">
            {isLost
              ? 'No answer. Asking the server what became of the import …'
              : isSent
                ? 'All of it is sent. The server is reading the last lines …'
                : `${byteText(sent)} of ${byteText(file.size)} sent`}
          </p>
        </div>
        <Button disabled={isLost ?? false} onClick={onStop}>
          Stop
        </Button>
      </div>
      {isSent || isLost ? (
        <progress aria-label="Import" />
      ) : (
        <progress max={file.size || 1} value={sent} aria-label="Import" />
      )}
      {users !== undefined && (
        <p class="figures">
          <strong>{counted(users, 'user')}</strong> read by the server so far
        </p>
      )}
      <p class="small muted">
        Nobody is added until the end. Stopping, or leaving this page, before all is sent adds nobody.
      </p>
    </section>
  );
}

const csv = `username,email,firstName,lastName,roles,groups,workspaceId,attributes
ann@customer.example,ann@customer.example,Ann,Ash,USER,sales;emea,main,"{""region"":""north""}"
bob@customer.example,,Bob,Birch,USER,sales,main,`;

const jsonl = `{"username":"ann@customer.example","roles":["USER"],"groups":["sales","emea"],"attributes":{"region":"north"}}
{"username":"bob@customer.example","privileges":{"sales":["view"]}}`;

function FileHelp(): VNode {
  return (
    <section class="ui-card" aria-label="What the file looks like">
      <div>
        <h2>What the file looks like</h2>
        <p class="muted">
          Only <code>username</code> is required. Lists are separated by semicolons, privileges and attributes
          are JSON, and groups and workspaces must exist. A <code>password</code> column is hashed here, which
          is slow for many; <code>passwordHash</code> takes argon2id hashes as they are.
        </p>
      </div>
      <CodeBlock title="users.csv" code={csv} />
      <CodeBlock title="users.jsonl" code={jsonl} />
    </section>
  );
}
