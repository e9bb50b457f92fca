import type { DatasetUses } from '../datasets/index.ts';
import { refuseTakenData } from './keep-published-data.ts';
import { refuseUsed } from './remove-content.ts';
import { usersOf } from './usage.ts';

export const datasetUses: DatasetUses = {
  list: (queries, tenantId, datasetId) => usersOf(queries, tenantId, 'dataset', datasetId),
  refuseRemoval: async (transaction, tenantId, datasetId) =>
    refuseUsed(await usersOf(transaction, tenantId, 'dataset', datasetId)),
  refuseTakenData,
};
