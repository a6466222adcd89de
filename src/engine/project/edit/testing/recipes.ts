import * as fc from 'fast-check'
import { emptyCase, emptyVariable } from '../../empty.ts'
import type { Case, Project, Step } from '../../format/schema.ts'
import { composeEdit, type EditDraft } from '../compose.ts'
import type { Edit } from '../edit.ts'
import type { ProjectState } from '../state.ts'
import { addCase, addSuite, copyCase, moveCase, moveSteps, moveSuite, removeCase, removeSuite } from '../structure.ts'
import { projectOf, waitStep } from './projects.ts'

/** A request with two headers of one name. */
export const requestStep = (id: string): Step => ({
  id,
  kind: 'send-request',
  name: id,
  description: '',
  disabled: false,
  method: 'GET',
  url: '',
  query: [],
  headers: [
    { name: 'Accept', value: 'a', disabled: false },
    { name: 'Accept', value: 'b', disabled: false },
  ],
  body: { type: 'none' },
  followRedirects: true,
  timeout: 30,
  via: 'auto',
})

/** A project with two variables in which every second step of a case is a request; steps of case c1 are c1-1, c1-2 … */
export function variedProject(...suites: number[][]): Project {
  const project = projectOf(...suites)
  const varied = (one: Case): Case => ({ ...one, steps: one.steps.map((step, at) => (at % 2 ? requestStep(step.id) : step)) })
  return {
    ...project,
    variables: [emptyVariable('first'), emptyVariable('second')],
    suites: project.suites.map((suite) => ({ ...suite, cases: suite.cases.map(varied) })),
  }
}

/** One thing that someone does to a project; which one, by numbers. */
interface Act {
  kind: keyof typeof kinds
  one: number
  other: number
  text: string
}

type Doing = (draft: EditDraft, act: Act, fresh: (kind: string) => string) => void

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(list.length, 1)]
const someCase = (draft: EditDraft, at: number): Case | undefined => pick(Object.values(draft.cases), at)

const kinds = {
  addStep: (draft, { one, other, text }, fresh) => {
    const steps = someCase(draft, one)?.steps
    steps?.splice(other % (steps.length + 1), 0, waitStep(fresh('step'), text))
  },
  removeStep: (draft, { one, other }) => {
    const steps = someCase(draft, one)?.steps
    steps?.splice(other, 1)
  },
  moveStep: (draft, { one, other }) => {
    const found = someCase(draft, one)
    const id = found && pick(found.steps, other)?.id
    if (found && id !== undefined) moveSteps(found, new Set([id]), one % (found.steps.length + 1))
  },
  stepToOtherCase: (draft, { one, other }) => {
    const [from, to] = [someCase(draft, one), someCase(draft, other)]
    const step = from?.steps[0]
    if (!from || !to || !step) return
    from.steps = from.steps.slice(1)
    to.steps.splice(other % (to.steps.length + 1), 0, step)
  },
  renameStep: (draft, { one, other, text }) => {
    const step = pick(someCase(draft, one)?.steps ?? [], other)
    if (step) step.name = text
  },
  headers: (draft, { one, other, text }) => {
    const step = someCase(draft, one)?.steps[1]
    if (!step || !('headers' in step)) return
    step.headers.splice(other % 3, other % 2, { name: text, value: text, disabled: false })
  },
  renameCase: (draft, { one, text }) => {
    const found = someCase(draft, one)
    if (found) found.name = text
  },
  addCase: (draft, { one, text }, fresh) => {
    const suite = pick(draft.head.suites, one)
    if (suite) addCase(draft, suite.id, { ...emptyCase(fresh('case'), text), steps: [waitStep(fresh('step'))] })
  },
  copyCase: (draft, { one, text }, fresh) => {
    const found = someCase(draft, one)
    const suite = pick(draft.head.suites, one)
    if (!found || !suite) return
    addCase(
      draft,
      suite.id,
      copyCase(JSON.parse(JSON.stringify(found)) as Case, () => fresh('copy'), text),
    )
  },
  removeCase: (draft, { one }) => {
    const found = someCase(draft, one)
    if (found) removeCase(draft, found.id)
  },
  moveCase: (draft, { one, other }) => {
    const suite = pick(draft.head.suites, other)
    const found = someCase(draft, one)
    if (suite && found) moveCase(draft, found.id, suite.id, one % (suite.cases.length + 1))
  },
  addSuite: (draft, { text }, fresh) => addSuite(draft, fresh('suite'), text),
  renameSuite: (draft, { one, text }) => {
    const suite = pick(draft.head.suites, one)
    if (suite) suite.name = text
  },
  removeSuite: (draft, { one }) => {
    const suite = pick(draft.head.suites, one)
    if (suite) removeSuite(draft, suite.id)
  },
  moveSuite: (draft, { one, other }) => {
    const suite = pick(draft.head.suites, one)
    if (suite) moveSuite(draft, suite.id, other % (draft.head.suites.length + 1))
  },
  variables: (draft, { one, other, text }) => {
    const { variables } = draft.head
    if (one % 3 === 0) variables.splice(other, 1)
    else if (one % 3 === 1) variables.splice(other % (variables.length + 1), 0, emptyVariable(text))
    else {
      const variable = pick(variables, other)
      if (variable) variable.name = text
    }
  },
} satisfies Record<string, Doing>

/** Some things that someone does to a project in one edit. */
export const acts = fc.array(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
    one: fc.nat(8),
    other: fc.nat(8),
    text: fc.constantFrom('a', 'b', 'c'),
  }),
  { maxLength: 6 },
)

/** Does them in order, as a recipe for an edit; what is new gets ids that start with `who`. */
export function recipeOf(doing: readonly Act[], who: string): (draft: EditDraft) => void {
  return (draft) => {
    let made = 0
    for (const act of doing) kinds[act.kind](draft, act, (kind) => `${who}-${kind}-${++made}`)
  }
}

/** An edit that does these things. */
export const editOfActs = (state: ProjectState, doing: readonly Act[], who: string): Edit | undefined =>
  composeEdit(who, state, [...state.cases.keys()], recipeOf(doing, who))
