/** Texts of the wait editor. */
export const waitTexts = {
  titles: {
    wait: 'Wait',
  },
  labels: {
    seconds: 'Seconds',
  },
  hints: {
    seconds: '0 to 3600. To wait for a response instead, use "Repeat until checks pass" in the request settings.',
  },
} as const
