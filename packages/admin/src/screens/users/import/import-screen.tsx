import { Button } from '@inlay/ui/controls/button';
import { FileDrop } from '@inlay/ui/controls/file-drop';
import { useUnsaved } from '@inlay/ui/form/use-unsaved';
import { CodeBlock } from '@inlay/ui/layout/code-block';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { asApiError } from '../../../api/api-error.ts';
import { useMessages } from '../../../messages.ts';
import { Screen } from '../../../parts/page/screen.tsx';
import { byteText } from '../../../parts/text/byte-text.ts';
import { Link } from '../../../parts/text/link.tsx';
import { Rich } from '../../../parts/text/rich.tsx';
import { ProblemReport } from './problem-report.tsx';
import { type Outcome, type Progress, sendUsers } from './send-users.ts';

interface Sending {
  readonly kind: 'sending';
  readonly file: File;
  readonly progress: Progress;
}

type State = { readonly kind: 'ready' } | Sending | (Outcome & { readonly file: File });

export function ImportScreen(): VNode {
  const { importing: t, ...users } = useMessages('people').users;
  const [state, setState] = useState<State>({ kind: 'ready' });
  const stop = useRef<AbortController>(undefined);
  useUnsaved(state.kind === 'sending', t.leave);
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
    <Screen back={{ to: '/users', title: users.title }} title={users.import} intro={t.intro}>
      {state.kind === 'sending' ? (
        <ImportProgress {...state} onStop={() => stop.current?.abort()} />
      ) : (
        <FileDrop
          label={t.chooseFile}
          accept=".csv,.jsonl,.ndjson"
          hint={t.fileTypes}
          onFiles={(files) => void send(files)}
        />
      )}
      {state.kind === 'done' && (
        <Notice tone={state.isLate ? 'warning' : 'good'} title={t.imported({ count: state.users })}>
          {state.isLate && <p>{t.tooLate}</p>}
          <Link to="/users">{t.viewUsers}</Link>
        </Notice>
      )}
      {state.kind === 'none' && (
        <Notice tone="bad" title={state.file.name}>
          {state.isStopped ? t.stopped : t.connectionLost}
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

function ImportProgress({ file, progress, onStop }: Sending & { readonly onStop: () => void }): VNode {
  const t = useMessages('people').users.importing;
  const { sent, users, isLost } = progress;
  const isSent = sent >= file.size;
  return (
    <section class="ui-card" aria-label={t.running}>
      <div class="ui-card-head">
        <div>
          <h2>{file.name}</h2>
          <p class="ui-muted ui-figures" role="status">
            {isLost
              ? t.lost
              : isSent
                ? t.reading
                : t.sent({ sent: byteText(sent), size: byteText(file.size) })}
          </p>
        </div>
        <Button disabled={isLost ?? false} onClick={onStop}>
          {t.stop}
        </Button>
      </div>
      {isSent || isLost ? (
        <progress aria-label={t.progress} />
      ) : (
        <progress max={file.size || 1} value={sent} aria-label={t.progress} />
      )}
      {users !== undefined && <p class="ui-figures">{t.read({ count: users })}</p>}
      <p class="ui-small ui-muted">{t.atEnd}</p>
    </section>
  );
}

const csv = `username,email,firstName,lastName,roles,groups,workspaceId,attributes
ann@customer.example,ann@customer.example,Ann,Ash,USER,sales;emea,main,"{""region"":""north""}"
bob@customer.example,,Bob,Birch,USER,sales,main,`;

const jsonl = `{"username":"ann@customer.example","roles":["USER"],"groups":["sales","emea"],"attributes":{"region":"north"}}
{"username":"bob@customer.example","privileges":{"sales":["view"]}}`;

function FileHelp(): VNode {
  const t = useMessages('people').users.importing;
  return (
    <section class="ui-card" aria-label={t.format}>
      <div>
        <h2>{t.format}</h2>
        <p class="ui-muted">
          <Rich
            text={t.formatText}
            parts={{
              username: <code>username</code>,
              password: <code>password</code>,
              passwordHash: <code>passwordHash</code>,
            }}
          />
        </p>
      </div>
      <CodeBlock title="users.csv" code={csv} />
      <CodeBlock title="users.jsonl" code={jsonl} />
    </section>
  );
}
