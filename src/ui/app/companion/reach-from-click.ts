/**
 * Reaches out for an address of this machine from within a click: Chrome asks then whether a page of the public web may (Local Network
 * Access), which it does not for a worker. What comes of it is told by the call that follows.
 */
export async function reachFromClick(origin: string): Promise<void> {
  if (location.protocol !== 'https:') return
  await fetch(`${origin}/`, { mode: 'no-cors', credentials: 'omit', cache: 'no-store' }).catch(() => undefined)
}
