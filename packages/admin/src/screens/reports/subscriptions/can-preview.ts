import { can } from '../../../session/can.ts';

/** A message contains rows of data. */
export const canPreview = (): boolean => can('reports:read', 'data:query');
