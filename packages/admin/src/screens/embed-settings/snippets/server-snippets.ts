import { installCommand } from '@inlay/protocol/install-command';
import { csharpSnippet } from './csharp-snippet.ts';
import { curlSnippet } from './curl-snippet.ts';
import { goSnippet } from './go-snippet.ts';
import { javaSnippet } from './java-snippet.ts';
import { nodeSnippet } from './node-snippet.ts';
import { phpSnippet } from './php-snippet.ts';
import { pythonSnippet } from './python-snippet.ts';
import type { SnippetValues } from './snippet-values.ts';
import type { Language } from './string-literal.ts';

export interface Snippet {
  readonly language: Language;
  readonly title: string;
  readonly filename: string;
  /** How to run it, starting with what to install. */
  readonly run: string;
  readonly code: string;
}

/**
 * A complete program in each language that signs a context, exchanges it and prints the token. The docs and the
 * admin app show the same ones. They contain no secrets: a program reads the client secret from
 * `INLAY_CLIENT_SECRET` and the key from the file that `INLAY_PRIVATE_KEY_FILE` names.
 */
export function serverSnippets(values: SnippetValues): readonly Snippet[] {
  return [
    {
      language: 'node',
      title: 'Node.js',
      filename: 'embed-token.mjs',
      run: `${installCommand(values.instanceUrl, 'node')} && node embed-token.mjs`,
      code: nodeSnippet(values),
    },
    {
      language: 'curl',
      title: 'curl',
      filename: 'embed-token.sh',
      run: 'bash embed-token.sh',
      code: curlSnippet(values),
    },
    {
      language: 'python',
      title: 'Python',
      filename: 'embed_token.py',
      // In a virtual environment, because many systems refuse to install packages elsewhere (PEP 668).
      run: "python3 -m venv .venv && .venv/bin/pip install 'pyjwt[crypto]' && .venv/bin/python embed_token.py",
      code: pythonSnippet(values),
    },
    {
      language: 'java',
      title: 'Java',
      filename: 'EmbedToken.java',
      run: 'java EmbedToken.java',
      code: javaSnippet(values),
    },
    {
      language: 'php',
      title: 'PHP',
      filename: 'embed-token.php',
      run: 'php embed-token.php',
      code: phpSnippet(values),
    },
    {
      language: 'go',
      title: 'Go',
      filename: 'embed_token.go',
      run: 'go run embed_token.go',
      code: goSnippet(values),
    },
    {
      language: 'csharp',
      title: 'C#',
      filename: 'EmbedToken.cs',
      run: 'dotnet run EmbedToken.cs',
      code: csharpSnippet(values),
    },
  ];
}
