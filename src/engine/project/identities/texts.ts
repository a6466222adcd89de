/** What the case about broken object level authorization and its steps are called. */
export const texts = {
  objectLevel: (name: string) => `${name}: objects of others`,
  objectLevelWhy:
    'Broken object level authorization (OWASP API1:2023): who did not make an object gets 403 or 404 for reading, changing and deleting it.',
  tokenOf: (who: string) => `Get token of ${who}`,
  create: (who: string) => `${who} creates an object`,
  created: 'It is created',
  id: 'Keep its id',
  location: 'Keep its id, from Location if there is one',
  hasId: 'Its id is known',
  read: (who: string) => `${who} reads it`,
  mayRead: (who: string) => `${who} may read it`,
  change: (who: string) => `${who} changes it`,
  remove: (who: string) => `${who} deletes it`,
  refused: (who: string) => `${who} is refused`,
  still: (who: string) => `${who} reads it again`,
  isThere: 'It is still there',
}
