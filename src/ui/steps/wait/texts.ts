/** Texts of the wait editor. */
export const waitTexts = {
  titles: {
    wait: 'Wait',
  },
  labels: {
    seconds: 'Seconds',
  },
  hints: {
    seconds: 'From 0 to 3600. Stop ends the wait at once.',
  },
} as const
