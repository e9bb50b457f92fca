import type { VNode } from 'preact';

/** Why a field of a connection may hold `{{ … }}`, and why it then needs a list. */
export function TemplateHelp(): VNode {
  return (
    <details>
      <summary>Each viewer has a database or an account of their own</summary>
      <div class="stack-tight small">
        <p>
          Host, database, user and password may read what your server signed about the viewer:{' '}
          <code>{'{{ attributes.region }}'}</code> for what may be seen,{' '}
          <code>{'{{ secrets.warehouse }}'}</code> for what may not. The user{' '}
          <code>{'reader_{{ attributes.region }}'}</code> becomes <code>reader_north</code> for a viewer whose
          region is north.
        </p>
        <p>
          Because a value decides where Inlay connects, host, database and user then need a list of what may
          come out. Whoever is not on it is refused. A password needs no list: it never decides where to go,
          and secrets reach the connection and nothing else.
        </p>
      </div>
    </details>
  );
}
