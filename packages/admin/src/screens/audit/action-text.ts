/** Readable names of common actions. */
export const actions = [
  ['login', 'Sign-in'],
  ['login.block', 'Username blocked'],
  ['logout', 'Sign-out'],
  ['access', 'Access refused'],
  ['token.issue', 'Token exchange'],
  ['token.revoke', 'Token revoked'],
  ['embed-settings.regenerate-secret', 'Client secret replaced'],
  ['user.create', 'User created'],
  ['user.change', 'User changed'],
  ['user.change-password', 'Own password changed'],
  ['user.delete', 'User deleted'],
  ['user.import', 'Users imported'],
  ['connection.create', 'Connection created'],
  ['connection.change', 'Connection changed'],
  ['dataset.create', 'Dataset created'],
  ['dataset.change', 'Dataset changed'],
  ['file.upload', 'File uploaded'],
] as const;

const words = new Map<string, string>(actions);

/** `tile.publish` reads "Tile published"; other names stay unchanged. */
export function actionText(action: string): string {
  const known = words.get(action);
  if (known) return known;
  const [what = '', done] = action.split('.');
  const noun = `${what.charAt(0).toUpperCase()}${what.slice(1)}`.replaceAll('-', ' ');
  if (done === undefined) return noun;
  return /^[a-z]+$/.test(done) ? `${noun} ${past(done)}` : `${noun}: ${done.replaceAll('-', ' ')}`;
}

function past(verb: string): string {
  if (verb.endsWith('mit')) return `${verb}ted`;
  return verb.endsWith('e') ? `${verb}d` : `${verb}ed`;
}
