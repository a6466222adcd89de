import * as v from 'valibot'
import { variablesRead } from '#engine/steps/variables-read.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { copySteps } from '#engine/project/edit/structure.ts'
import { emptyCase } from '#engine/project/empty.ts'
import { stepSchema, type Case, type Step } from '#engine/project/format/schema.ts'
import type { MadeTests, MakeTests } from './made-tests.ts'
import { statusCheck } from './status.ts'
import { makeTexts as texts } from './texts.ts'

/** An event without its guard: `pay [enough]`. */
const nameOf = (event: string): string => event.replace(/ \[.*\]$/, '')

/** A case of steps for each test that is a sequence of events: each event sends its request, and its output is the status that is expected. */
export function casesOfEvents({ result, template, events = {}, status, name, newId }: MakeTests): MadeTests {
  const notes = new Set<string>()
  /** What events read of the answers of others. */
  const kept = new Set(Object.values(events).flatMap(({ after = [] }) => after.flatMap(variablesSet).map((one) => one.name)))
  const cases = result.tests.map(({ events: sequence = [], outputs = [], valid }): Case => {
    const steps: Step[] = copySteps(template.before, newId)
    const strangers = new Set<string>()
    for (const [at, event] of sequence.entries()) {
      if (event !== nameOf(event)) notes.add(texts.guards)
      const known = Object.hasOwn(events, event)
        ? events[event]
        : Object.hasOwn(events, nameOf(event))
          ? events[nameOf(event)]
          : undefined
      if (known === undefined) notes.add(texts.noEvent(nameOf(event)))
      const isRefused = !valid && at === sequence.length - 1
      const expected = statusOf(outputs[at]) ?? (isRefused ? String(status?.invalid ?? '4XX') : undefined)
      const request: Step = {
        ...(known?.request ?? template.request),
        name: isRefused ? texts.refused(nameOf(event)) : nameOf(event),
      }
      // Values read from a response are not there when the event is rejected.
      const [sent, ...after] = copySteps([request, ...(isRefused ? [] : (known?.after ?? []))], newId)
      if (sent === undefined) continue
      if (isRefused)
        for (const one of variablesRead(sent)) if (kept.has(one) && !isKnown(one, template, steps)) strangers.add(one)
      steps.push(sent)
      if (expected !== undefined)
        steps.push(v.parse(stepSchema, { id: newId(), kind: 'assertion', name: texts.expected, checks: [statusCheck(expected)] }))
      steps.push(...after)
    }
    steps.push(...copySteps(template.after, newId))
    return {
      ...emptyCase(newId(), texts.caseName(name, texts.sequence(sequence))),
      variables: [
        ...(template.variables ?? []),
        ...[...strangers].map((one) => ({ name: one, value: noSuchThing, description: texts.stranger })),
      ],
      steps,
    }
  })
  return { cases, notes: [...notes] }
}

/** What an event is sent for that comes before there is anything, and has to be rejected. */
const noSuchThing = 'no-such-id'

const isKnown = (name: string, { variables = [] }: MakeTests['template'], before: readonly Step[]): boolean =>
  variables.some((one) => one.name === name) || before.flatMap(variablesSet).some((one) => one.name === name)

/** What came back as a status, if it is one. */
const statusOf = (output: string | undefined): string | undefined =>
  output !== undefined && /^\d(?:\d\d|XX)$/i.test(output.trim()) ? output.trim() : undefined
