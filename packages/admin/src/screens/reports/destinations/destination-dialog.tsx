import type { CreatedDestination, Destination } from '@inlay/protocol/report-settings';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useSnapshot } from '../../../api/use-snapshot.ts';
import { useMessages } from '../../../messages.ts';
import { Changeable } from '../../../parts/form/changeable.tsx';
import { RecordDialog } from '../../../parts/page/record-dialog.tsx';
import { destinationQuery } from '../queries.ts';
import { DestinationActions } from './destination-actions.tsx';
import { DestinationForm } from './destination-form.tsx';
import { NewDestinationForm } from './new-destination-form.tsx';

interface DestinationDialogProps {
  /** Absent for a new one. */
  readonly id: string | undefined;
  readonly onClose: () => void;
  /** With the destination if it is new. */
  readonly onDone: (created?: CreatedDestination) => void;
}

export function DestinationDialog({ id, onClose, onDone }: DestinationDialogProps): VNode {
  const t = useMessages('reportAdmin').destinations;
  if (id !== undefined) return <EditDialog id={id} onClose={onClose} onDone={onDone} />;
  return (
    <Dialog title={t.add} onClose={onClose} side>
      <NewDestinationForm onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

function EditDialog({ id, onClose, onDone }: DestinationDialogProps & { readonly id: string }): VNode {
  const t = useMessages('reportAdmin').destinations;
  const query = useSnapshot(destinationQuery(id));
  return (
    <RecordDialog query={query} title={query.data?.name ?? t.one} lines={5} onClose={onClose}>
      {(destination: Destination) => (
        <Changeable needs="settings:write">
          <DestinationActions destination={destination} onDeleted={() => onDone()} />
          <DestinationForm destination={destination} onClose={onClose} onSaved={() => onDone()} />
        </Changeable>
      )}
    </RecordDialog>
  );
}
