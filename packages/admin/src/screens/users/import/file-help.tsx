import type { VNode } from 'preact';
import { CodeBlock } from '../../../parts/code-block.tsx';

const csv = `username,email,firstName,lastName,roles,groups,workspaceId,attributes
ann@customer.example,ann@customer.example,Ann,Ash,USER,sales;emea,main,"{""region"":""north""}"
bob@customer.example,,Bob,Birch,USER,sales,main,`;

const jsonl = `{"username":"ann@customer.example","roles":["USER"],"groups":["sales","emea"],"attributes":{"region":"north"}}
{"username":"bob@customer.example","privileges":{"sales":["view"]}}`;

export function FileHelp(): VNode {
  return (
    <section class="card" aria-label="What the file looks like">
      <div>
        <h2>What the file looks like</h2>
        <p class="muted">
          Only <code>username</code> is required. Lists are separated by semicolons, privileges and attributes
          are JSON, and groups and workspaces must exist. A <code>password</code> column is hashed here, which
          is slow for many; <code>passwordHash</code> takes argon2id hashes as they are.
        </p>
      </div>
      <CodeBlock title="users.csv" code={csv} />
      <CodeBlock title="users.jsonl" code={jsonl} />
    </section>
  );
}
