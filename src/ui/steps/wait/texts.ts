/** Texts of the wait editor. */
export const waitTexts = {
  titles: {
    wait: 'Wait',
  },
  labels: {
    seconds: 'Seconds',
  },
  hints: {
    seconds:
      'From 0 to 3600. Stop ends the wait at once. To wait for an answer, see "Send again until checks hold" in the settings of its request.',
  },
} as const
