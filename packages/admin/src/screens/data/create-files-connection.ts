import type { Connection } from '@inlay/protocol/connection';
import { api } from '../../api/api.ts';
import { asApiError } from '../../api/api-error.ts';
import type { Schemas } from '../../api/operations.ts';

/** The connection for uploaded files is created when it is first used. */
export async function createFilesConnection({
  id,
  name,
  kind,
}: Pick<Connection, 'id' | 'name' | 'kind'>): Promise<void> {
  const body = { id, name, kind: kind as Schemas['NewConnection']['kind'] };
  await api.post('/connections', { body }).catch((refusal) => {
    // Somebody else created it meanwhile.
    if (asApiError(refusal).status !== 409) throw refusal;
  });
}
