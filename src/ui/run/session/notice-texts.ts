/** What the page says about a run that did not start or did not end. */
export const noticeTexts = {
  secondRun: 'Another run is in progress. Wait for it or stop it first.',
  noProject: 'Open or create a project first.',
  nothingFailed: 'Nothing failed in the last run.',
  workerDied: (k: number, n: number) =>
    `The run was interrupted at step ${k} of ${n} because its worker ended. Run it again. Nothing was resent automatically.`,
  interrupted: (k: number, n: number) =>
    `The last run was interrupted at step ${k} of ${n} because the page was closed. Run it again. Nothing was resent automatically.`,
  elsewhere: 'This project is running in another tab. When it ends, its results appear in the runs list.',
  interruptedUnknown: 'The last run was interrupted because the page was closed. Run it again. Nothing was resent automatically.',
  flush: (reason: string) => `The run didn't start because the project couldn't be saved: ${reason}`,
  runGone: 'This run was deleted. Only the last 20 runs are kept. Open another one, or run it again.',
  nothingKept: 'This run was interrupted before any result was saved. Open another one, or run it again.',
  open: (reason: string) => `Couldn't read the run: ${reason}`,
  restore: (reason: string) => `Couldn't read the results of the last run: ${reason}`,
}
