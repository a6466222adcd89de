/**
 * Secrets under this length can't be masked safely: they are masked only where they are a whole value, not as words of a text.
 */
export const leastMasked = 4
