import type { PickedValue } from '#engine/steps/picked-value.ts'
import type { Step } from '#engine/project/format/schema.ts'

/** What the run panel may do with the steps of the open project. Absent where there is none, as in tests of the panel. */
export interface StepAccess {
  /** Reactive: the step as it is now, which may differ from what ran; undefined while its case is read, or if it is gone. */
  step(caseId: string, stepId: string): Step | undefined
  /** Reactive: the step, or one before it, was changed after a run. */
  changed(caseId: string, stepId: string, run: string | undefined): boolean
  /** Reactive: a step of the case, as it is now, looks at what this one is answered. */
  lookedAt(caseId: string, stepId: string): boolean
  /** Reactive: tells of a case whether the page shows a step nested under another one; undefined if it does not know both. */
  nestingOf(caseId: string): (stepId: string, owner: string) => boolean | undefined
  /** Reactive: what is open in the editor. */
  open(): { case?: string | undefined; step?: string | undefined }
  /** Reactive: nothing can be changed. */
  readOnly(): boolean
  /** Gives keys of the step other values, as one undoable edit. False: nothing changed. */
  change(caseId: string, stepId: string, label: string, values: (step: Step) => Record<string, unknown>): boolean
  /** Lists a host, with or without port, as insecure in the active environment, or in a new one. False: nothing changed. */
  allowHttp(host: string): Promise<boolean>
  /** Asks for the values that the project needs, and for that of a variable that isn't defined. */
  enterValues(variable?: string): Promise<void>
  /** Compares a run that is kept with another one. */
  compareRuns(run: string): void
  /** Shows how the companion is connected, which sends what a browser can't. */
  connectCompanion(): void
  /** Opens the step in the editor, at one of its fields. */
  edit(caseId: string, stepId: string, setting: string): void
  /** Adds a check of a picked value, or a transfer that keeps it, and opens that; `looking`: the step that is shown, if it is another one. */
  pick(what: 'check' | 'keep', at: { case: string; step: string; looking?: string | undefined }, picked: PickedValue): void
  /** Adds a check that the answer of a request is one of success, and opens that. */
  checkSuccess(caseId: string, stepId: string): void
  /** Runs this step alone; call it from the click. */
  run(caseId: string, stepId: string): void
  /** Offers to make the checks of this run expect what was answered. */
  acceptAnswers(): void
  /** Reactive: the assistant can say more of a failure than the page does. */
  canExplain(): boolean
  /** Asks the assistant why the step did not pass. */
  explain(caseId: string, stepId: string): void
}
