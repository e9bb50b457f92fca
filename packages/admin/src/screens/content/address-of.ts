/** The app and the item that an address such as `sales/tiles/revenue` names. */
export function addressOf(id: string): { readonly appId: string; readonly itemId: string } {
  const [appId = '', , itemId = ''] = id.split('/');
  return { appId, itemId };
}

/** What an address has where the item does not exist yet. */
export const NEW = 'new';
