const callbacks = new Set<() => void>()
const callAll = (): void => {
  for (const callback of callbacks) callback()
}

/**
 * Calls a function when this process exits, until the function returned is called. All share one listener: Node warns of a leak at the
 * eleventh, and a companion has more runs and sign-ins than that.
 */
export function atExit(callback: () => void): () => void {
  if (callbacks.size === 0) process.on('exit', callAll)
  callbacks.add(callback)
  return () => {
    callbacks.delete(callback)
    if (callbacks.size === 0) process.off('exit', callAll)
  }
}
