import type { DataFile } from '@inlay/protocol/data-file';
import type { Page } from '@inlay/protocol/pagination';
import { ConfirmDialog } from '@inlay/ui/confirm-dialog';
import { FileDrop } from '@inlay/ui/file-drop';
import { IconButton } from '@inlay/ui/icon-button';
import { Skeleton } from '@inlay/ui/skeleton';
import { Table } from '@inlay/ui/table';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../../api/ask.ts';
import { listPath } from '../../../api/list-path.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { Breakable } from '../../../parts/breakable.tsx';
import { byteText } from '../../../parts/byte-text.ts';
import { Link } from '../../../parts/link.tsx';
import { ListPager } from '../../../parts/list-pager.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { Screen } from '../../../parts/screen.tsx';
import { Trouble } from '../../../parts/trouble.tsx';
import { isSameFile, rememberedUpload } from './remembered-uploads.ts';
import { TransferList } from './transfer-list.tsx';
import { serverName, transfers, upload } from './upload-queue.ts';

const ACCEPT = '.csv,.tsv,.json,.jsonl,.ndjson,.parquet,.gz,.zst';

export function FilesScreen(): VNode {
  const { data: page, error, reload } = useAnswer<Page<DataFile>>(listPath('files', []));
  const [doomed, setDoomed] = useState<DataFile>();
  const finished = transfers.value.filter(({ state }) => state === 'done' || state === 'failed').length;
  const known = useRef(finished);
  useEffect(() => {
    if (known.current !== finished) reload();
    known.current = finished;
  }, [finished]);
  const take = (files: readonly File[]) => {
    for (const file of files) void upload(file, { resume: isSameFile(serverName(file.name), file) });
  };
  const underWay = new Set(transfers.value.map(({ name }) => name));
  const shown = page?.data.filter(({ name, complete }) => complete || !underWay.has(name));
  return (
    <Screen
      title="Files"
      intro="Each file becomes a table. Upload it again under the same name to replace it: datasets on it follow at once."
    >
      <FileDrop
        label="Choose files"
        accept={ACCEPT}
        multiple
        hint="CSV, Parquet or JSON, also compressed. A broken connection, or a reload, loses nothing."
        onFiles={take}
      />
      <TransferList />
      {error && <Trouble error={error} onRetry={reload} />}
      {!page && !error && <Skeleton lines={3} rows />}
      {shown && shown.length > 0 && page && (
        <>
          <FileTable files={shown} onDelete={setDoomed} onResume={take} />
          <ListPager meta={page.meta} of="file" />
        </>
      )}
      {shown?.length === 0 && transfers.value.length === 0 && (
        <p class="muted">No files yet. A CSV with a header line is the quickest way to a first chart.</p>
      )}
      {doomed && (
        <ConfirmDialog
          title={`Delete ${doomed.name}?`}
          action="Delete the file"
          onClose={() => setDoomed(undefined)}
          onConfirm={async () => {
            await ask('DELETE', `files/${encodeURIComponent(doomed.name)}`);
            showToast(`${doomed.name} is deleted.`);
            setDoomed(undefined);
            reload();
          }}
        >
          <p>The file and its table are gone for good. A file that a dataset reads cannot be deleted.</p>
        </ConfirmDialog>
      )}
    </Screen>
  );
}

interface FileTableProps {
  readonly files: readonly DataFile[];
  readonly onDelete: (file: DataFile) => void;
  readonly onResume: (files: readonly File[]) => void;
}

function FileTable({ files, onDelete, onResume }: FileTableProps): VNode {
  return (
    <Table>
      <thead>
        <tr>
          <th>File</th>
          <th class="roomy">Table</th>
          <th class="number">Size</th>
          <th class="wide">Uploaded</th>
          <th>
            <span class="ui-visually-hidden">What to do</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.name}>
            <td>
              <Breakable text={file.name} />
              {file.complete && (
                <div class="small narrow">
                  <Link to={`/datasets/new?file=${encodeURIComponent(file.table)}`}>Create a dataset</Link>
                </div>
              )}
              {!file.complete && <Unfinished file={file} onResume={onResume} />}
            </td>
            <td class="roomy ui-mono">{file.complete ? <Breakable text={file.table} /> : ''}</td>
            <td class="number keep">{byteText(file.bytes)}</td>
            <td class="wide keep">
              <Moment at={file.updatedAt} />
            </td>
            <td class="keep">
              <div class="row end">
                {file.complete && (
                  <span class="wide">
                    <Link to={`/datasets/new?file=${encodeURIComponent(file.table)}`}>Create a dataset</Link>
                  </span>
                )}
                <IconButton icon="close" label={`Delete ${file.name}`} onClick={() => onDelete(file)} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** An interrupted upload: choosing the same file again resumes it. */
function Unfinished({
  file,
  onResume,
}: { readonly file: DataFile } & Pick<FileTableProps, 'onResume'>): VNode {
  const known = rememberedUpload(file.name);
  return (
    <div class="small muted">
      Not complete: {byteText(file.bytes)}
      {known && ` of ${byteText(known.size)}`} arrived.{' '}
      <label class="link file-link">
        Choose the file again to go on
        <input
          type="file"
          class="ui-visually-hidden"
          accept={ACCEPT}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            if (!chosen) return;
            if (serverName(chosen.name) !== file.name)
              showToast(`That is another file than ${file.name}.`, 'bad');
            else {
              if (!isSameFile(file.name, chosen))
                showToast('This file has changed since: it is sent from the start.');
              onResume([chosen]);
            }
          }}
        />
      </label>
    </div>
  );
}
