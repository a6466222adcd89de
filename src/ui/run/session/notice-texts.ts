/** What the page says about a run that did not start or did not end. */
export const noticeTexts = {
  secondRun: 'A run is going on. Wait until it ends, or stop it, then start again.',
  noProject: 'No project is open. Open or make one, then run it.',
  nothingFailed: 'Nothing failed or broke in the last run, so there is nothing to run again.',
  workerDied: (k: number, n: number) =>
    `The run was interrupted at step ${k} of ${n}: the worker that carried it out ended. Nothing is sent again by itself; start the run again.`,
  interrupted: (k: number, n: number) =>
    `The last run was interrupted at step ${k} of ${n}: the page was closed or ended. Nothing is sent again by itself; start the run again.`,
  elsewhere: 'A run of this project goes on in another tab. Its results are in the list of runs once it has ended.',
  interruptedUnknown:
    'The last run was interrupted: the page was closed or ended. Nothing is sent again by itself; start the run again.',
  flush: (reason: string) => `The run did not start, because the project could not be stored: ${reason}`,
  runGone: 'That run is not kept any more: the last 20 runs of all projects are. Open another one, or run it again.',
  nothingKept: 'Nothing of that run was stored before it was interrupted. Open another one, or run it again.',
  open: (reason: string) => `The run could not be read: ${reason}`,
  restore: (reason: string) => `The results of the last run could not be read: ${reason}`,
}
