import { SAMPLE_DATA } from '@inlay/content/sample-data';
import { FileDrop } from '@inlay/ui/controls/file-drop';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { query } from '../../../api/query.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { useTask } from '../../../parts/form/use-task.ts';
import { Link } from '../../../parts/text/link.tsx';
import { Rich } from '../../../parts/text/rich.tsx';
import { navigate } from '../../../router.ts';
import { ACCEPTED_FILES } from '../files/accepted-files.ts';
import { isSameFile } from '../files/remembered-uploads.ts';
import { TransferList } from '../files/transfer-list.tsx';
import { serverName, transfers, upload } from '../files/upload-queue.ts';
import { addSampleData } from './add-sample-data.ts';
import { startWithFiles } from './start-link.ts';

const firstDataset = query('/datasets', { query: { limit: 1 } });

/** The shortest way to a dashboard for a tenant without data: drop a file, connect a database, or take sample data. */
export function FirstData(): VNode | null {
  const t = useMessages('start').first;
  const messages = { start: useMessages('start'), data: useMessages('data') };
  const [names, setNames] = useState<readonly string[]>([]);
  const adding = useTask();
  const mine = transfers.value.filter(({ name }) => names.includes(name));
  const isDone = mine.length > 0 && mine.every(({ state }) => state === 'done');
  useEffect(() => {
    if (isDone) navigate(startWithFiles(mine.flatMap(({ table }) => table ?? [])));
  }, [isDone]);
  const add = () =>
    adding.run(async () => {
      await addSampleData(messages);
      navigate(`/apps/${SAMPLE_DATA.app}/dashboards/${SAMPLE_DATA.dashboard}`);
    });
  if (useQuery(firstDataset).data?.meta.total !== 0) return null;
  const sample = (
    <button type="button" class="row-button-plain ui-link" disabled={adding.busy} onClick={() => void add()}>
      {t.sample}
    </button>
  );
  return (
    <section class="ui-card" aria-label={t.title}>
      <div>
        <h2>{t.title}</h2>
        <p class="ui-muted">{t.text}</p>
      </div>
      <FileDrop
        label={t.choose}
        accept={ACCEPTED_FILES}
        multiple
        hint={t.hint}
        onFiles={(files) => {
          setNames(files.map(({ name }) => serverName(name)));
          for (const file of files) void upload(file, { resume: isSameFile(serverName(file.name), file) });
        }}
      />
      {!isDone && mine.length > 0 && <TransferList />}
      {adding.error && <Notice tone="bad">{adding.error.message}</Notice>}
      <p class="ui-muted" aria-live="polite">
        {adding.busy ? (
          t.addingSample
        ) : (
          <Rich text={t.or} parts={{ connect: <Link to="/connections/new">{t.connect}</Link>, sample }} />
        )}
      </p>
    </section>
  );
}
