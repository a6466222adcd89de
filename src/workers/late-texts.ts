/** What is said of workers that come late, where they can't be loaded or have stopped. */
export const lateTexts = {
  sqlWorkerDied: 'The part of the app that carries databases could not be loaded, or stopped.',
  assistantWorkerDied:
    'The part of the app that understands requests could not be loaded, or ran out of memory. Nothing was changed.',
}
