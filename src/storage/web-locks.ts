/**
 * The browser's Web Locks; undefined where it has none, or blocks them as it does where a site may store nothing (R16): then
 * there is nothing that tabs share either.
 */
export async function usableLocks(): Promise<LockManager | undefined> {
  const locks = globalThis.navigator?.locks as LockManager | undefined
  const refused = await locks?.query().then(
    () => false,
    () => true,
  )
  return refused ? undefined : locks
}
