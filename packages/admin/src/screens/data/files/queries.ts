import { listQuery } from '../../../api/query.ts';

export const fileList = (search: URLSearchParams) => listQuery('/files', search);
