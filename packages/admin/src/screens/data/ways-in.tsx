import type { VNode } from 'preact';
import { Link } from '../../parts/link.tsx';

/** Ways to add data, for tenants without any. */
export function WaysIn(): VNode {
  return (
    <div class="row">
      <Link to="/connections/new" class="ui-button ui-button-primary">
        Connect a database
      </Link>
      <Link to="/files" class="ui-button">
        Upload a file
      </Link>
    </div>
  );
}
