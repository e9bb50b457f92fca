import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { Link } from '../text/link.tsx';

/** Links to add data, for tenants without any. */
export function AddDataLinks(): VNode {
  const t = useMessages('data').connections;
  return (
    <div class="ui-row">
      <Link to="/connections/new" class="ui-button ui-button-primary">
        {t.connectDatabase}
      </Link>
      <Link to="/files" class="ui-button">
        {t.uploadFile}
      </Link>
    </div>
  );
}
