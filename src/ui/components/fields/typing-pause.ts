/** How long no key may have been pressed for that someone is no longer typing, in milliseconds. */
const pause = 500

let lastKey = -Infinity
window.addEventListener('keydown', () => (lastKey = performance.now()), { capture: true, passive: true })

/**
 * Resolves when no one types (at once, mostly): for what takes so long that a letter would be seen to wait for it, and its
 * writing too.
 */
export async function typingPause(): Promise<void> {
  for (let rest = pause; rest > 0;) {
    rest = lastKey + pause - performance.now()
    // oxlint-disable-next-line no-await-in-loop -- each look comes after the one before it
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
  }
}
