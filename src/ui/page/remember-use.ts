const key = 'assay.known'

/**
 * Remembers that someone has used Assay in this browser: the next start says that it opens, and does not show the start screen
 * first.
 */
export function rememberUse(): void {
  try {
    localStorage.setItem(key, '1')
  } catch {
    // Storage is refused here: the start screen stands for a moment at the next start too.
  }
}
