const signs = ['pointermove', 'pointerdown', 'wheel', 'keydown'] as const

/**
 * Resolves when somebody begins to use the page: a pointer moves over it, a finger touches it, a key is pressed. What is
 * wanted soon after is fetched then, and not while the first screen is still on its way.
 */
export const firstUse: Promise<void> = new Promise((resolve) => {
  const begin = () => {
    for (const sign of signs) window.removeEventListener(sign, begin, { capture: true })
    resolve()
  }
  for (const sign of signs) window.addEventListener(sign, begin, { capture: true, passive: true })
})
