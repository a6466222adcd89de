/** What the case about broken object level authorization and its steps are called. */
export const texts = {
  objectLevel: (name: string) => `${name}: other users' objects`,
  objectLevelWhy:
    "Broken object level authorization (OWASP API1:2023): users who didn't create an object get 403 or 404 for reading, changing and deleting it.",
  tokenOf: (who: string) => `Get token of ${who}`,
  create: (who: string) => `${who} creates an object`,
  created: 'It is created',
  id: 'Save its ID',
  location: 'Save its ID, from Location if present',
  hasId: 'Its ID is known',
  read: (who: string) => `${who} reads it`,
  mayRead: (who: string) => `${who} may read it`,
  change: (who: string) => `${who} changes it`,
  remove: (who: string) => `${who} deletes it`,
  refused: (who: string) => `${who} is denied`,
  still: (who: string) => `${who} reads it again`,
  isThere: 'It is still there',
}
