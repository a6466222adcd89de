/**
 * Reaches out for a URL of this machine from within a click: Chrome asks then whether a page of the public web may (Local
 * Network Access), which it does not for a worker. The result of it is reported by the call that follows.
 */
export async function reachFromClick(origin: string): Promise<void> {
  if (location.protocol !== 'https:') return
  await fetch(`${origin}/`, { mode: 'no-cors', credentials: 'omit', cache: 'no-store' }).catch(() => undefined)
}
