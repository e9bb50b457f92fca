import type { IncomingMessage, ServerResponse } from 'node:http';

/** The server behind the pages, replaced after each change of its sources. */
export interface Backend {
  readonly server: { port(): Promise<number> };
  readonly admin: { readonly username: string; readonly password: string };
}

/** Signs every visitor in as the development administrator until they sign out. */
export function createSignIn({ server, admin }: Backend) {
  let signedOut = false;

  const isSignedIn = async (origin: string, cookie: string | undefined) => {
    if (!cookie) return false;
    return (await fetch(`${origin}/api/v0/me`, { headers: { cookie } })).ok;
  };

  const signIn = async (origin: string): Promise<string[]> => {
    const answer = await fetch(`${origin}/admin/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(admin),
    });
    if (!answer.ok)
      throw new Error(
        `${admin.username} cannot sign in with the password of development (${answer.status}). Delete the data folder to begin again.`,
      );
    return answer.headers.getSetCookie();
  };

  return {
    /** A person signs in or out themselves. */
    follow(method: string | undefined): void {
      signedOut = method === 'DELETE';
    },
    /** The page as a signed-in browser opens it. */
    async intoPage(request: IncomingMessage, response: ServerResponse, page: string): Promise<string> {
      if (signedOut) return page;
      const origin = `http://127.0.0.1:${await server.port()}`;
      if (!(await isSignedIn(origin, request.headers.cookie)))
        response.setHeader('set-cookie', await signIn(origin));
      // How the app knows of a session: see `src/session/session.ts`.
      return page.replace('<head>', "<head>\n<script>localStorage.setItem('inlay-session', '1')</script>");
    },
  };
}
