import type { VNode } from 'preact';
import { Link } from '../../parts/link.tsx';

/** How data comes in, for whoever has none yet. */
export function WaysIn(): VNode {
  return (
    <div class="row">
      <Link to="/connections/new" class="button button-main">
        Connect a database
      </Link>
      <Link to="/files" class="button">
        Upload a file
      </Link>
    </div>
  );
}
