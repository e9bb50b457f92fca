/** Actions that a person looks for, in words. */
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

/** `tile.publish` reads well enough as it is written. */
export function actionText(action: string): string {
  const text = words.get(action) ?? action.replaceAll('.', ': ').replaceAll('-', ' ');
  return `${text[0]?.toUpperCase()}${text.slice(1)}`;
}
