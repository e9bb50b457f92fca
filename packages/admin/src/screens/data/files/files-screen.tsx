import type { DataFile } from '@inlay/protocol/data-file';
import { FileDrop } from '@inlay/ui/controls/file-drop';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { ConfirmDialog } from '@inlay/ui/overlays/confirm-dialog';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../../api/api.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { ResourceTable } from '../../../parts/list/resource-table.tsx';
import { Screen } from '../../../parts/page/screen.tsx';
import { Breakable } from '../../../parts/text/breakable.tsx';
import { byteText } from '../../../parts/text/byte-text.ts';
import { Link } from '../../../parts/text/link.tsx';
import { Moment } from '../../../parts/text/moment.tsx';
import { query } from '../../../router.ts';
import { ACCEPTED_FILES } from './accepted-files.ts';
import { fileList } from './queries.ts';
import { isSameFile, rememberedUpload } from './remembered-uploads.ts';
import { TransferList } from './transfer-list.tsx';
import { serverName, transfers, upload } from './upload-queue.ts';

export function FilesScreen(): VNode {
  const t = useMessages('data').files;
  const { data: page, error, reload } = useQuery(fileList(query.value));
  const [deleting, setDeleting] = useState<DataFile>();
  const finished = transfers.value.filter(({ state }) => state === 'done' || state === 'failed').length;
  const known = useRef(finished);
  useEffect(() => {
    if (known.current !== finished) reload();
    known.current = finished;
  }, [finished]);
  const uploadAll = (files: readonly File[]) => {
    for (const file of files) void upload(file, { resume: isSameFile(serverName(file.name), file) });
  };
  const uploading = new Set(transfers.value.map(({ name }) => name));
  const listed = page && {
    ...page,
    data: page.data
      .filter(({ name, complete }) => complete || !uploading.has(name))
      .map((file) => ({ ...file, id: file.name })),
  };
  return (
    <Screen title={t.title} intro={t.intro} writes="data:write">
      <FileDrop label={t.choose} accept={ACCEPTED_FILES} multiple hint={t.chooseHint} onFiles={uploadAll} />
      <TransferList />
      <ResourceTable
        query={{ data: listed, error, reload }}
        of={t.count}
        lines={3}
        empty={transfers.value.length === 0 && <p class="ui-muted">{t.empty}</p>}
        columns={[
          {
            title: t.file,
            cell: (file) => (
              <>
                <Breakable text={file.name} />
                {file.complete ? (
                  <div class="ui-small ui-narrow">
                    <FileLinks file={file} />
                  </div>
                ) : (
                  <Unfinished file={file} onResume={uploadAll} />
                )}
              </>
            ),
          },
          {
            title: t.table,
            class: 'ui-roomy',
            cell: ({ complete, table }) =>
              complete && (
                <span class="ui-mono">
                  <Breakable text={table} />
                </span>
              ),
          },
          { title: t.size, class: 'ui-number ui-keep', cell: ({ bytes }) => byteText(bytes) },
          { title: t.uploaded, class: 'ui-wide ui-keep', cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
          {
            title: <span class="ui-visually-hidden">{t.actions}</span>,
            class: 'ui-keep',
            cell: (file) => (
              <div class="ui-row ui-end">
                {file.complete && (
                  <span class="ui-wide">
                    <FileLinks file={file} />
                  </span>
                )}
                <IconButton icon="close" label={t.delete(file)} onClick={() => setDeleting(file)} />
              </div>
            ),
          },
        ]}
      />
      {deleting && (
        <ConfirmDialog
          title={t.deleteTitle(deleting)}
          action={t.deleteAction}
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await api.delete('/files/{name}', { path: { name: deleting.name } });
            showToast(t.deleted(deleting));
            setDeleting(undefined);
            reload();
          }}
        >
          <p>{t.deleteHint}</p>
        </ConfirmDialog>
      )}
    </Screen>
  );
}

function FileLinks({ file: { table } }: { readonly file: DataFile }): VNode {
  const t = useMessages('data').files;
  return (
    <span class="ui-row">
      <Link to={`/start?file=${encodeURIComponent(table)}`} label={t.proposeFrom({ table })}>
        {t.propose}
      </Link>
      <Link to={`/datasets/new?file=${encodeURIComponent(table)}`}>{t.createDataset}</Link>
    </span>
  );
}

interface UnfinishedProps {
  readonly file: DataFile;
  readonly onResume: (files: readonly File[]) => void;
}

/** An interrupted upload: choosing the same file again resumes it. */
function Unfinished({ file, onResume }: UnfinishedProps): VNode {
  const t = useMessages('data').files;
  const known = rememberedUpload(file.name);
  const received = byteText(file.bytes);
  return (
    <div class="ui-small ui-muted">
      {known ? t.incompleteOf({ received, size: byteText(known.size) }) : t.incomplete({ received })}{' '}
      <label class="ui-link file-link">
        {t.resume}
        <input
          type="file"
          class="ui-visually-hidden"
          accept={ACCEPTED_FILES}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            if (!chosen) return;
            if (serverName(chosen.name) !== file.name) return showToast(t.otherFile(file), 'bad');
            if (!isSameFile(file.name, chosen)) showToast(t.fileChanged);
            onResume([chosen]);
          }}
        />
      </label>
    </div>
  );
}
